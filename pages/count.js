// Shows how far a count has come without the page being loaded again: the server sends the figures whenever they change.
const part = document.querySelector("[data-events]");
let source;
let last;

function follow() {
  source = new EventSource(part.dataset.events);
  source.addEventListener("figures", (event) => {
    if (event.data === last) return;
    part.innerHTML = event.data;
    if (last !== undefined) show("[data-older]");
    last = event.data;
  });
  source.addEventListener("end", () => {
    source.close();
    source = undefined;
    show("[data-ended]");
  });
}

function show(selector) {
  for (const element of document.querySelectorAll(selector)) element.hidden = false;
}

// A browser has few connections to a server: a page that nobody sees leaves its own to others.
if (part) {
  if (!document.hidden) follow();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && source) return;
    if (!document.hidden) return follow();
    source?.close();
    source = undefined;
  });
  addEventListener("pagehide", () => source?.close());
}
