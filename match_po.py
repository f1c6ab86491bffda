"""Write po fragments for the messages of swapped matches."""
from pathlib import Path
L = ["de","fr","es","it","nl","pl","sv","pt_BR","ru","ar"]
M = {
"Swapped match": ["Tauschmatch","Match croisé","Duelo cruzado","Match incrociato","Wisselmatch","Mecz z zamianą","Växelmatch","Duelo cruzado","Матч с обменом мест","لقاء متبادل"],
"Two games with the same tiles: at the second table you get what your opponent drew at the first. The points of both games are added up, so the luck of the draw cancels out.": [
"Zwei Partien mit denselben Steinen: Am zweiten Tisch bekommst du, was am ersten die Gegenseite gezogen hat. Die Punkte beider Partien werden zusammengezählt, so gleicht sich das Glück beim Ziehen aus.",
"Deux parties avec les mêmes lettres : à la deuxième table, vous recevez ce que l'adversaire a tiré à la première. Les points des deux parties s'additionnent, et la chance au tirage s'annule.",
"Dos partidas con las mismas fichas: en la segunda mesa recibes lo que tu rival sacó en la primera. Se suman los puntos de ambas partidas, así que la suerte se compensa.",
"Due partite con le stesse lettere: al secondo tavolo ricevi quello che l'avversario ha pescato al primo. I punti delle due partite si sommano, così la fortuna si compensa.",
"Twee partijen met dezelfde letters: aan de tweede tafel krijg je wat je tegenstander aan de eerste trok. De punten van beide partijen worden opgeteld, zodat geluk bij het trekken wegvalt.",
"Dwie partie tymi samymi płytkami: przy drugim stole dostajesz to, co przeciwnik wylosował przy pierwszym. Punkty z obu partii się sumują, więc szczęście w losowaniu się znosi.",
"Två partier med samma brickor: vid det andra bordet får du det som motståndaren drog vid det första. Poängen från båda partierna läggs ihop, så turen tar ut sig.",
"Duas partidas com as mesmas peças: na segunda mesa você recebe o que o adversário tirou na primeira. Os pontos das duas partidas são somados, e a sorte se compensa.",
"Две партии с одними и теми же фишками: за вторым столом вам достаётся то, что за первым вытянул соперник. Очки обеих партий складываются, и везение уравновешивается.",
"مباراتان بالقطع نفسها: على الطاولة الثانية تحصل على ما سحبه خصمك على الأولى. تُجمع نقاط المباراتين، فيتعادل أثر الحظ في السحب."],
"Create match": ["Match anlegen","Créer le match","Crear duelo","Crea match","Match aanmaken","Utwórz mecz","Skapa match","Criar duelo","Создать матч","إنشاء اللقاء"],
"Both tables draw the same tiles, and the sides swap seats. The points of both games are added up. No one sees the other table until both games are over.": [
"An beiden Tischen werden dieselben Steine gezogen, und die Seiten tauschen die Plätze. Die Punkte beider Partien werden zusammengezählt. Niemand sieht den anderen Tisch, bevor beide Partien zu Ende sind.",
"Les deux tables tirent les mêmes lettres et les camps échangent leurs places. Les points des deux parties s'additionnent. Personne ne voit l'autre table avant la fin des deux parties.",
"En las dos mesas salen las mismas fichas y los bandos cambian de sitio. Se suman los puntos de ambas partidas. Nadie ve la otra mesa hasta que terminan las dos.",
"Ai due tavoli si pescano le stesse lettere e le squadre si scambiano i posti. I punti delle due partite si sommano. Nessuno vede l'altro tavolo finché non sono finite entrambe.",
"Aan beide tafels worden dezelfde letters getrokken en de partijen wisselen van plaats. De punten van beide partijen worden opgeteld. Niemand ziet de andere tafel voordat beide partijen klaar zijn.",
"Przy obu stołach losuje się te same płytki, a strony zamieniają się miejscami. Punkty z obu partii się sumują. Nikt nie widzi drugiego stołu, dopóki obie partie się nie skończą.",
"Vid båda borden dras samma brickor, och sidorna byter plats. Poängen från båda partierna läggs ihop. Ingen ser det andra bordet förrän båda partierna är slut.",
"Nas duas mesas saem as mesmas peças, e os lados trocam de lugar. Os pontos das duas partidas são somados. Ninguém vê a outra mesa até as duas terminarem.",
"За обоими столами вытягивают одни и те же фишки, а стороны меняются местами. Очки обеих партий складываются. Никто не видит другой стол, пока обе партии не окончены.",
"تُسحب القطع نفسها على الطاولتين، ويتبادل الطرفان المقاعد. تُجمع نقاط المباراتين، ولا يرى أحد الطاولة الأخرى قبل انتهاء المباراتين."],
"Invite the others": ["Die anderen einladen","Inviter les autres","Invitar a los demás","Invita gli altri","Nodig de anderen uit","Zaproś pozostałych","Bjud in de andra","Convidar os outros","Пригласить остальных","دعوة الآخرين"],
"Send this link. Your friends open it and choose a seat – no account needed.": [
"Schick diesen Link. Wer ihn öffnet, wählt einen Platz – ganz ohne Konto.",
"Envoyez ce lien. Vos amis l'ouvrent et choisissent une place – sans compte.",
"Envía este enlace. Tus amigos lo abren y eligen plaza, sin necesidad de cuenta.",
"Manda questo link. I tuoi amici lo aprono e scelgono un posto, senza account.",
"Stuur deze link. Je vrienden openen hem en kiezen een plaats – zonder account.",
"Wyślij ten link. Znajomi go otworzą i wybiorą miejsce – bez konta.",
"Skicka den här länken. Dina vänner öppnar den och väljer plats – utan konto.",
"Envie este link. Seus amigos abrem e escolhem um lugar, sem precisar de conta.",
"Отправьте эту ссылку. Друзья откроют её и выберут место – без учётной записи.",
"أرسل هذا الرابط. يفتحه أصدقاؤك ويختارون مقعدًا، ولا حاجة إلى حساب."],
"Table %(n)s": ["Tisch %(n)s","Table %(n)s","Mesa %(n)s","Tavolo %(n)s","Tafel %(n)s","Stół %(n)s","Bord %(n)s","Mesa %(n)s","Стол %(n)s","الطاولة %(n)s"],
"Sit here": ["Hier setzen","S'asseoir ici","Sentarse aquí","Siediti qui","Hier plaatsnemen","Usiądź tutaj","Sätt dig här","Sentar aqui","Сесть здесь","اجلس هنا"],
"Go to your table": ["Zu deinem Tisch","Aller à votre table","Ir a tu mesa","Vai al tuo tavolo","Naar je tafel","Przejdź do swojego stołu","Gå till ditt bord","Ir para a sua mesa","К вашему столу","إلى طاولتك"],
"Points of both games": ["Punkte beider Partien","Points des deux parties","Puntos de ambas partidas","Punti delle due partite","Punten van beide partijen","Punkty z obu partii","Poäng från båda partierna","Pontos das duas partidas","Очки обеих партий","نقاط المباراتين"],
"New match": ["Neues Match","Nouveau match","Nuevo duelo","Nuovo match","Nieuw match","Nowy mecz","Ny match","Novo duelo","Новый матч","لقاء جديد"],
"Link to this match": ["Link zu diesem Match","Lien vers ce match","Enlace a este duelo","Link a questo match","Link naar dit match","Link do tego meczu","Länk till matchen","Link para este duelo","Ссылка на этот матч","رابط هذا اللقاء"],
"Two games with the same tiles, so luck cancels out": ["Zwei Partien mit denselben Steinen: Glück gleicht sich aus","Deux parties avec les mêmes lettres : la chance s'annule","Dos partidas con las mismas fichas: la suerte se compensa","Due partite con le stesse lettere: la fortuna si compensa","Twee partijen met dezelfde letters: geluk valt weg","Dwie partie tymi samymi płytkami: szczęście się znosi","Två partier med samma brickor: turen tar ut sig","Duas partidas com as mesmas peças: a sorte se compensa","Две партии с одними и теми же фишками: везение уравновешено","مباراتان بالقطع نفسها، فيتعادل الحظ"],
"The other table is still playing. The points of both games decide the match.": [
"Am anderen Tisch wird noch gespielt. Die Punkte beider Partien entscheiden das Match.",
"L'autre table joue encore. Les points des deux parties décident du match.",
"En la otra mesa aún se juega. Los puntos de ambas partidas deciden el duelo.",
"All'altro tavolo si gioca ancora. Decidono i punti delle due partite.",
"Aan de andere tafel wordt nog gespeeld. De punten van beide partijen beslissen het match.",
"Przy drugim stole jeszcze trwa gra. O wyniku meczu decydują punkty z obu partii.",
"Vid det andra bordet spelar de fortfarande. Poängen från båda partierna avgör matchen.",
"Na outra mesa ainda se joga. Os pontos das duas partidas decidem o duelo.",
"За другим столом ещё играют. Исход матча решают очки обеих партий.",
"ما زال اللعب جاريًا على الطاولة الأخرى. تحسم نقاط المباراتين اللقاء."],
"See the match": ["Zum Match","Voir le match","Ver el duelo","Vai al match","Bekijk het match","Zobacz mecz","Se matchen","Ver o duelo","К матчу","عرض اللقاء"],
"No one else can see this table now": ["Diesen Tisch sieht jetzt sonst niemand","Personne d'autre ne peut voir cette table maintenant","Nadie más puede ver esta mesa ahora","Ora nessun altro può vedere questo tavolo","Niemand anders kan deze tafel nu zien","Nikt inny nie widzi teraz tego stołu","Ingen annan kan se det här bordet nu","Ninguém mais pode ver esta mesa agora","Этот стол сейчас больше никому не виден","لا يمكن لغير اللاعبين رؤية هذه الطاولة الآن"],
"Two tables play with the same tiles. You can see them once both games are over.": [
"Zwei Tische spielen mit denselben Steinen. Du siehst sie, sobald beide Partien zu Ende sind.",
"Deux tables jouent avec les mêmes lettres. Vous pourrez les voir quand les deux parties seront terminées.",
"Dos mesas juegan con las mismas fichas. Podrás verlas cuando terminen las dos partidas.",
"Due tavoli giocano con le stesse lettere. Potrai vederli quando saranno finite entrambe le partite.",
"Twee tafels spelen met dezelfde letters. Je kunt ze zien zodra beide partijen klaar zijn.",
"Dwa stoły grają tymi samymi płytkami. Zobaczysz je, gdy obie partie się skończą.",
"Två bord spelar med samma brickor. Du kan se dem när båda partierna är slut.",
"Duas mesas jogam com as mesmas peças. Você poderá vê-las quando as duas partidas terminarem.",
"Два стола играют одними и теми же фишками. Их можно будет увидеть, когда обе партии закончатся.",
"تلعب طاولتان بالقطع نفسها. يمكنك رؤيتهما بعد انتهاء المباراتين."],
"Opponents": ["Gegner","Adversaires","Rivales","Avversari","Tegenstanders","Przeciwnicy","Motståndare","Adversários","Соперники","الخصوم"],
"The computer, at both tables": ["Der Computer, an beiden Tischen","L'ordinateur, aux deux tables","El ordenador, en las dos mesas","Il computer, a entrambi i tavoli","De computer, aan beide tafels","Komputer, przy obu stołach","Datorn, vid båda borden","O computador, nas duas mesas","Компьютер, за обоими столами","الحاسوب، على الطاولتين"],
"Two teams of two people": ["Zwei Teams aus je zwei Leuten","Deux équipes de deux personnes","Dos equipos de dos personas","Due squadre di due persone","Twee teams van twee mensen","Dwie drużyny po dwie osoby","Två lag med två personer","Duas equipes de duas pessoas","Две команды по два человека","فريقان من شخصين"],
"Level of the computer": ["Stufe des Computers","Niveau de l'ordinateur","Nivel del ordenador","Livello del computer","Niveau van de computer","Poziom komputera","Datorns nivå","Nível do computador","Уровень компьютера","مستوى الحاسوب"],
"Only for games between people.": ["Nur für Partien unter Menschen.","Seulement pour les parties entre personnes.","Solo para partidas entre personas.","Solo per le partite tra persone.","Alleen voor partijen tussen mensen.","Tylko dla partii między ludźmi.","Bara för partier mellan människor.","Só para partidas entre pessoas.","Только для партий между людьми.","للمباريات بين الأشخاص فقط."],
"Finished": ["Beendet","Terminée","Terminada","Finita","Afgelopen","Zakończona","Slut","Terminada","Окончена","انتهت"],
"Playing": ["Läuft","En cours","En juego","In corso","Bezig","W toku","Pågår","Em andamento","Идёт игра","جارية"],
"The match doesn't count, because a game was called off.": [
"Das Match zählt nicht, weil eine Partie abgebrochen wurde.","Le match ne compte pas, car une partie a été annulée.","El duelo no cuenta, porque se anuló una partida.","Il match non conta, perché una partita è stata annullata.","Het match telt niet, omdat een partij is afgebroken.","Mecz się nie liczy, bo jedna partia została anulowana.","Matchen räknas inte, eftersom ett parti avbröts.","O duelo não conta, porque uma partida foi anulada.","Матч не засчитан: одна из партий аннулирована.","لا يُحتسب اللقاء لأن إحدى المباراتين أُلغيت."],
"The match is a draw.": ["Das Match endet unentschieden.","Match nul.","El duelo termina en empate.","Il match finisce in pareggio.","Het match eindigt gelijk.","Mecz kończy się remisem.","Matchen slutade oavgjort.","O duelo terminou empatado.","Матч завершился вничью.","انتهى اللقاء بالتعادل."],
"%(name)s won the match, because the other side gave up a game.": [
"Das Match geht an %(name)s, weil die andere Seite eine Partie aufgegeben hat.",
"Le match revient à %(name)s, car l'autre camp a abandonné une partie.",
"El duelo es para %(name)s, porque el otro bando abandonó una partida.",
"Il match va a %(name)s, perché l'altra squadra ha abbandonato una partita.",
"Het match gaat naar %(name)s, omdat de andere kant een partij opgaf.",
"Mecz dla %(name)s, bo druga strona poddała partię.",
"Matchen går till %(name)s, eftersom den andra sidan gav upp ett parti.",
"O duelo vai para %(name)s, porque o outro lado abandonou uma partida.",
"Матч за %(name)s: другая сторона сдала партию.",
"فاز باللقاء %(name)s لأن الطرف الآخر انسحب من إحدى المباراتين."],
"This is a table of a swapped match. You can see it once both games are over.": [
"Das ist ein Tisch eines Tauschmatchs. Du siehst ihn, sobald beide Partien zu Ende sind.",
"C'est une table d'un match croisé. Vous pourrez la voir quand les deux parties seront terminées.",
"Esta es una mesa de un duelo cruzado. Podrás verla cuando terminen las dos partidas.",
"È il tavolo di un match incrociato. Potrai vederlo quando saranno finite entrambe le partite.",
"Dit is een tafel van een wisselmatch. Je kunt hem zien zodra beide partijen klaar zijn.",
"To stół meczu z zamianą. Zobaczysz go, gdy obie partie się skończą.",
"Det här är ett bord i en växelmatch. Du kan se det när båda partierna är slut.",
"Esta é uma mesa de um duelo cruzado. Você poderá vê-la quando as duas partidas terminarem.",
"Это стол матча с обменом мест. Его можно будет увидеть, когда обе партии закончатся.",
"هذه طاولة من لقاء متبادل. يمكنك رؤيتها بعد انتهاء المباراتين."],
"This match doesn't exist.": ["Dieses Match gibt es nicht.","Ce match n'existe pas.","Este duelo no existe.","Questo match non esiste.","Dit match bestaat niet.","Ten mecz nie istnieje.","Den matchen finns inte.","Este duelo não existe.","Такого матча нет.","هذا اللقاء غير موجود."],
"You already play at the other table of this match.": ["Du spielst schon am anderen Tisch dieses Matchs.","Vous jouez déjà à l'autre table de ce match.","Ya juegas en la otra mesa de este duelo.","Giochi già all'altro tavolo di questo match.","Je speelt al aan de andere tafel van dit match.","Grasz już przy drugim stole tego meczu.","Du spelar redan vid matchens andra bord.","Você já joga na outra mesa deste duelo.","Вы уже играете за другим столом этого матча.","أنت تلعب بالفعل على الطاولة الأخرى من هذا اللقاء."],
"A swapped match has no rematch. Start a new match instead.": ["Ein Tauschmatch hat keine Revanche. Fang stattdessen ein neues an.","Un match croisé n'a pas de revanche. Commencez plutôt un nouveau match.","Un duelo cruzado no tiene revancha. Empieza otro duelo.","Un match incrociato non ha rivincita. Inizia un nuovo match.","Een wisselmatch heeft geen revanche. Begin een nieuw match.","W meczu z zamianą nie ma rewanżu. Zacznij nowy mecz.","En växelmatch har ingen revansch. Starta en ny match i stället.","Um duelo cruzado não tem revanche. Comece um novo duelo.","В матче с обменом мест нет реванша. Начните новый матч.","لا مباراة إعادة في اللقاء المتبادل. ابدأ لقاءً جديدًا."],
"Rules": ["Regeln","Règles","Reglas","Regole","Regels","Zasady","Regler","Regras","Правила","القواعد"],
}
P = {("%(name)s won the match by %(n)s point.","%(name)s won the match by %(n)s points."): {
"de":["Das Match geht mit %(n)s Punkt Vorsprung an %(name)s.","Das Match geht mit %(n)s Punkten Vorsprung an %(name)s."],
"fr":["Le match revient à %(name)s avec %(n)s point d'avance.","Le match revient à %(name)s avec %(n)s points d'avance."],
"es":["El duelo es para %(name)s por %(n)s punto.","El duelo es para %(name)s por %(n)s puntos."],
"it":["Il match va a %(name)s per %(n)s punto.","Il match va a %(name)s per %(n)s punti."],
"nl":["Het match gaat met %(n)s punt verschil naar %(name)s.","Het match gaat met %(n)s punten verschil naar %(name)s."],
"pl":["Mecz dla %(name)s z przewagą %(n)s punktu.","Mecz dla %(name)s z przewagą %(n)s punktów.","Mecz dla %(name)s z przewagą %(n)s punktów.","Mecz dla %(name)s z przewagą %(n)s punktu."],
"sv":["Matchen går till %(name)s med %(n)s poäng.","Matchen går till %(name)s med %(n)s poäng."],
"pt_BR":["O duelo vai para %(name)s por %(n)s ponto.","O duelo vai para %(name)s por %(n)s pontos."],
"ru":["Матч за %(name)s с перевесом в %(n)s очко.","Матч за %(name)s с перевесом в %(n)s очка.","Матч за %(name)s с перевесом в %(n)s очков.","Матч за %(name)s с перевесом в %(n)s очка."],
"ar":["فاز باللقاء %(name)s بفارق %(n)s نقطة.","فاز باللقاء %(name)s بفارق نقطة واحدة (%(n)s).","فاز باللقاء %(name)s بفارق نقطتين (%(n)s).","فاز باللقاء %(name)s بفارق %(n)s نقاط.","فاز باللقاء %(name)s بفارق %(n)s نقطة.","فاز باللقاء %(name)s بفارق %(n)s نقطة."],
}}
def q(s): return '"' + s.replace('\\','\\\\').replace('"','\\"') + '"'
out = Path("/tmp/wt/match_po"); out.mkdir(exist_ok=True)
for i, lang in enumerate(L):
    lines = ['msgid ""','msgstr ""','"Content-Type: text/plain; charset=UTF-8\\n"','']
    for mid, all_ in M.items():
        flag = ["#, python-format"] if "%(" in mid else []
        lines += [*flag, f"msgid {q(mid)}", f"msgstr {q(all_[i])}", ""]
    for (one, many), forms in P.items():
        lines += ["#, python-format", f"msgid {q(one)}", f"msgid_plural {q(many)}"]
        lines += [f"msgstr[{k}] {q(t)}" for k, t in enumerate(forms[lang])] + [""]
    (out / f"{lang}.po").write_text("\n".join(lines), encoding="utf-8")
