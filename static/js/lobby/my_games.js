// The player's own games: the list updates when something happens in one of them.
async function follow() {
  const shown = document.getElementById("my-games");
  if (!shown) return;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const news = page.getElementById("my-games");
  if (answer.ok && news) shown.innerHTML = news.innerHTML;
}

document.addEventListener("own", follow);
