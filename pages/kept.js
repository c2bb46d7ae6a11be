// Numbers that were counted without the network, and that are only on this device: every page says that they are there, leads to where they
// are sent, and throws them away when the person has confirmed it.
"use strict"; // Else the functions of a block are those of all scripts of the page.
{
  const part = document.querySelector("[data-kept]");
  const start = `stockroom-entries ${part?.dataset.kept} `;
  // The page of a section has a list of its own.
  const shown = `stockroom-entries ${document.querySelector("[data-offline]")?.dataset.offline}`;

  function entries(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? [];
    } catch {
      return [];
    }
  }

  // What another window has kept since it was shown here stays.
  function throwAway(key, seen) {
    const left = entries(key).filter(({ id }) => !seen.some((entry) => entry.id === id));
    if (left.length > 0) localStorage.setItem(key, JSON.stringify(left));
    else localStorage.removeItem(key);
    show();
    (part.querySelector("[data-ask] button") ?? document.querySelector("#main"))?.focus();
  }

  function line(key) {
    const seen = entries(key);
    const words = seen.map(({ number, code }) => `${number} × ${code}`).join(", ");
    const line = part.querySelector("template").content.cloneNode(true);
    const [link, question, ask] = ["a", "[data-question]", "[data-ask]"].map((name) => line.querySelector(name));
    // The server leads on to the section, or says that the count was deleted.
    link.href = `${key.slice(start.length)}/kept`;
    link.textContent = line.querySelector("[data-what]").textContent = words;
    line.querySelector("[data-problem]").textContent = [...new Set(seen.map(({ problem }) => problem).filter(Boolean))].join(" ");
    for (const unseen of line.querySelectorAll("[data-name]")) unseen.textContent = `: ${words}`;
    const [begin, keep] = [ask.querySelector("button"), question.querySelector("[data-not]")];
    function turn(isAsking, button) {
      [question.hidden, ask.hidden] = [!isAsking, isAsking];
      button.focus();
    }
    begin.addEventListener("click", () => turn(true, keep));
    keep.addEventListener("click", () => turn(false, begin));
    question.querySelector("[data-throw]").addEventListener("click", () => throwAway(key, seen));
    return line;
  }

  function show() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(start) && key !== shown && entries(key).length > 0);
      part.querySelector("ul").replaceChildren(...keys.map(line));
      part.hidden = keys.length === 0;
    } catch {
      // A browser that keeps nothing has nothing to say.
    }
  }

  if (part) {
    show();
    addEventListener("pageshow", ({ persisted }) => persisted && show());
  }
}
