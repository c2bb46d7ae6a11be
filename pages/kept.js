// Numbers that were counted without the network, and that are only on this device: every page says that they are there, and links to where
// they are sent.
{
  const part = document.querySelector("[data-kept]");
  const start = `stockroom-entries ${part.dataset.kept} `;
  // The page of a section has a list of its own.
  const shown = `stockroom-entries ${document.querySelector("[data-offline]")?.dataset.offline}`;

  function line([key, entries]) {
    const line = part.querySelector("template").content.cloneNode(true);
    const link = line.querySelector("a");
    link.href = key.slice(start.length);
    link.textContent = entries.map(({ number, code }) => `${number} × ${code}`).join(", ");
    line.querySelector("span").textContent = [...new Set(entries.map(({ problem }) => problem).filter(Boolean))].join(" ");
    return line;
  }

  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start) && key !== shown);
    part.querySelector("ul").replaceChildren(...keys.map((key) => line([key, JSON.parse(localStorage.getItem(key))])));
    part.hidden = keys.length === 0;
  } catch {
    // A browser that keeps nothing has nothing to say.
  }
}
