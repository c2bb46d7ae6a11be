// The key / leads to the field Find, and Escape empties it. A single key may be pressed by mistake or by speech, so that it can be
// switched off on the page More (WCAG 2.2, 2.1.4).
{
  const field = document.querySelector("form[role=search] input[type=search]");
  const choice = document.querySelector("[data-find-key]");
  const name = "stockroom-find-key";

  // A browser that keeps nothing has the key.
  const isOn = () => {
    try {
      return localStorage.getItem(name) !== "off";
    } catch {
      return true;
    }
  };

  const keep = (isWanted) => {
    try {
      if (isWanted) localStorage.removeItem(name);
      else localStorage.setItem(name, "off");
    } catch {
      // The choice holds until the page is left.
    }
  };

  const tell = (isWanted) => {
    if (isWanted) field.setAttribute("aria-keyshortcuts", "/");
    else field.removeAttribute("aria-keyshortcuts");
  };

  if (field) {
    let isWanted = isOn();
    tell(isWanted);
    addEventListener("keydown", (event) => {
      if (!isWanted || event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      // There it is a letter like any other.
      if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || field.value === "") return;
      event.preventDefault();
      field.value = "";
    });
    if (choice) {
      const box = choice.querySelector("input");
      box.checked = isWanted;
      choice.hidden = false;
      box.addEventListener("change", () => {
        isWanted = box.checked;
        keep(isWanted);
        tell(isWanted);
      });
    }
  }
}
