"""Tables with a time column that have no retention period, and why their rows are kept.

Every table with a time column either has a retention period or is listed here.
"""

GAME_RECORDS = "the record of a game"
WITH_ITS_GAME = "goes with its game"
WITH_ITS_EVENT = "goes with its event"
WITH_ITS_LEAGUE = "goes with its league"
WITH_ITS_CLUB = "goes with its club"
UNTIL_OWNER_DELETES = "until its owner deletes it or leaves"
BOUNDED_BY_OTHERS = "one row for each of something else that is kept"
DICTIONARY_HISTORY = "the history of a dictionary"

PERMANENT_TABLES = {
    "games.Game": GAME_RECORDS,
    "games.Room": GAME_RECORDS + "; an empty one that has not started goes after a day",
    "games.SeatMember": GAME_RECORDS,
    "games.Move": GAME_RECORDS,
    "games.PlayedGame": GAME_RECORDS,
    "games.DuplicateEntrant": WITH_ITS_GAME,
    "games.DuplicateTurn": WITH_ITS_GAME,
    "games.DuplicateSubmission": WITH_ITS_GAME,
    "games.Event": "a public record, like the games played in it",
    "games.Entrant": WITH_ITS_EVENT,
    "games.EntrantPartner": WITH_ITS_EVENT,
    "games.EventRound": WITH_ITS_EVENT,
    "games.EventTable": WITH_ITS_EVENT,
    "games.EventAct": WITH_ITS_EVENT,
    "games.League": "a public record, like the games played in it",
    "games.Season": WITH_ITS_LEAGUE,
    "games.Division": WITH_ITS_LEAGUE,
    "games.LeagueEntry": WITH_ITS_LEAGUE,
    "games.LeagueBan": "until the founder of the league lifts it",
    "games.LadderPlace": "until its owner leaves the ladder",
    "games.LadderChallenge": WITH_ITS_LEAGUE,
    "games.Club": "until its last member leaves",
    "games.ClubMember": "until the member leaves the club",
    "games.ClubRequest": "until a director answers it",
    "games.ClubRemoval": WITH_ITS_CLUB,
    "games.ClubNight": WITH_ITS_CLUB,
    "games.ClubMatch": WITH_ITS_CLUB,
    "games.ClubMatchPlayer": WITH_ITS_CLUB,
    "games.ClubCalendar": UNTIL_OWNER_DELETES,
    "games.AnnotatedGame": "a public record, like the games played here",
    "games.Scorekeeper": "goes with its game",
    "games.PuzzleSource": BOUNDED_BY_OTHERS,
    "games.PendingGame": "goes when its game has been measured",
    "games.DailyGame": "for everyone, and it names no one",
    "games.Puzzle": "for everyone, and it names no one",
    "games.Invitation": "goes with its room, or when it is answered",
    "games.UploadedGame": UNTIL_OWNER_DELETES,
    "games.Follow": UNTIL_OWNER_DELETES,
    "games.Block": UNTIL_OWNER_DELETES,
    "games.PushSubscription": "until its browser or its session ends",
    "games.Sanction": "what a moderator decided holds for as long as its player is known",
    "games.LoopHeartbeat": BOUNDED_BY_OTHERS,
    "games.MemberPresence": BOUNDED_BY_OTHERS,
    "lexicon.Lexicon": DICTIONARY_HISTORY,
    "lexicon.Revision": DICTIONARY_HISTORY,
    "lexicon.ImportJob": DICTIONARY_HISTORY,
    "lexicon.Dispute": DICTIONARY_HISTORY,
    "mfa.Authenticator": UNTIL_OWNER_DELETES,
    "account.EmailConfirmation": "no rows: links are signed instead",
    "sessions.Session": "no rows: sessions are signed cookies",
    "admin.LogEntry": "what administrators did, for other administrators",
}
