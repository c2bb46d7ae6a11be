// Shows how far a count or other work has come without the page being loaded again: the server sends the figures whenever they change.
const part = document.querySelector("[data-events]");
const lost = document.querySelector("[data-lost]");
let source;
let last;
let failures = 0;
let isClosed = false;

function follow() {
  source = new EventSource(part.dataset.events);
  source.addEventListener("open", () => report(0));
  source.addEventListener("figures", (event) => {
    if (event.data === last) return;
    part.innerHTML = event.data;
    if (last !== undefined) show("[data-older]");
    last = event.data;
  });
  source.addEventListener("end", () => {
    leave();
    isClosed = true;
    if (part.dataset.then) return location.replace(part.dataset.then);
    show("[data-ended]");
  });
  // Later pages of the person are followed instead.
  source.addEventListener("taken", () => {
    leave();
    report(2);
  });
  // The browser asks again by itself when the answer broke off, but not when it was refused.
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED) return report(failures + 1);
    leave();
    report(2);
  });
}

function leave() {
  source?.close();
  source = undefined;
}

// One failure is no news: the browser asks again within seconds.
function report(number) {
  failures = number;
  lost.textContent = number > 1 ? lost.dataset.lost : "";
}

function show(selector) {
  for (const element of document.querySelectorAll(selector)) element.hidden = false;
}

// A browser has few connections to a server: a page that nobody sees leaves its own to others.
if (part) {
  if (!document.hidden) follow();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
    else if (!source && !isClosed) follow();
  });
  addEventListener("pagehide", leave);
}
