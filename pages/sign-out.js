// Somebody who signs out while numbers that they counted are only on this device is asked first: the second time they are thrown away.
{
  const part = document.querySelector("[data-unsent]");
  const start = `stockroom-entries ${part?.dataset.unsent} `;

  function kept() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(start));
    } catch {
      // A browser that keeps nothing has nothing to ask about.
      return [];
    }
  }

  document.querySelector("form[action='/sign-out']")?.addEventListener("submit", (event) => {
    const keys = kept();
    if (keys.length === 0) return;
    if (!part.hidden) return keys.forEach((key) => localStorage.removeItem(key));
    event.preventDefault();
    part.hidden = false;
  });
}
