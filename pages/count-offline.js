// Where somebody counts without the network: what they enter is kept on the device, and sent in its order when the network is back.
// The device keeps the codes and the numbers as they were typed, and their times.
{
  const part = document.querySelector("[data-offline]");
  const { owner, page, send: address } = part.dataset;
  const key = `stockroom-entries ${part.dataset.offline}`;
  const form = document.querySelector("#entry");
  const blind = part.querySelector("[data-blind]");
  const [code, number, card] = ["#offline-code", "#offline-number", "[data-card]"].map((name) => blind.querySelector(name));
  // How far the clock of the server is ahead of that of the device: the page was made when its answer began, or a little before.
  const ahead = part.dataset.made - performance.timeOrigin - (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
  // The code whose number is typed without the network; empty for none.
  let current = "";
  // What was written on the card of a code that the catalog does not know, before the network was lost.
  let written = { code: "", note: "" };
  // When the server answered last.
  let reachedAt = Date.now();
  let [isSending, isSignedOut, hasSent, said, refusal, pause, timer] = [false, false, false, "", "", 1000, 0];

  function entries() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "[]");
    } catch {
      return [];
    }
  }

  function store(list) {
    try {
      if (list.length > 0) localStorage.setItem(key, JSON.stringify(list));
      else localStorage.removeItem(key);
      said = "";
    } catch {
      said = "full";
    }
    show();
    return said === "";
  }

  const waiting = () => entries().filter((entry) => !entry.problem);

  // The name of an entry: its time in microseconds, and something random, as the server names its own.
  function newName() {
    const random = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return `${Math.floor(Date.now() + ahead)}000-${random}`;
  }

  // Another number of the same code takes the place of the one that waits.
  function keep(code, number) {
    const others = entries().filter((entry) => entry.problem || entry.code !== code);
    const note = code === written.code ? written.note : "";
    return store([...others, { id: newName(), code, number, ...(note && { note }) }]);
  }

  const text = (name) => part.querySelector(`[data-text="${name}"]`).innerHTML;

  function show() {
    const list = entries();
    const count = waiting().length;
    const why = said || (isSignedOut && "signed-out") || (!refusal && !blind.hidden && "offline");
    const status = part.querySelector("[data-status]");
    status.hidden = count === 0 && !why;
    const isReached = isSignedOut || refusal !== "";
    const number = isReached ? `${text("kept")}: ${count}` : text(count === 1 ? "one" : "several").replace("#", count);
    status.querySelector("[data-number]").innerHTML = count === 0 ? "" : number;
    status.querySelector("[data-why]").innerHTML = why ? text(why) : "";
    if (!why) status.querySelector("[data-why]").textContent = refusal;
    part.querySelector("[data-list]").hidden = list.length === 0;
    part.querySelector("[data-list] ul").replaceChildren(...list.map(line));
  }

  function line(entry) {
    const line = part.querySelector("[data-line]").content.cloneNode(true);
    line.querySelector("[data-what]").textContent = [`${entry.number} × ${entry.code}`, entry.note].filter(Boolean).join(" · ");
    line.querySelector("[data-problem]").textContent = entry.problem ?? "";
    for (const unseen of line.querySelectorAll("[data-name]")) unseen.textContent = `: ${entry.code}`;
    const again = line.querySelector("[data-again]");
    const fields = { item: entry.code, quantity: entry.number, note: entry.note ?? "", again: entry.id };
    if (entry.problem) again.href = `${page}?${new URLSearchParams(fields)}`;
    else again.remove();
    line.querySelector("button").addEventListener("click", () => store(entries().filter(({ id }) => id !== entry.id)));
    return line;
  }

  // Who is signed in, and the secret that their forms have, or why they may not count; undefined where the server cannot be reached.
  async function ask() {
    try {
      const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(4000) });
      if (new URL(answer.url).pathname === "/sign-in") return { person: "" };
      // The server says what is wrong, here or on a page.
      if (!answer.ok) return { person: owner, ...(await answer.json().catch(() => ({}))) };
      const seen = await answer.json();
      reachedAt = Date.now();
      return seen;
    } catch {
      return undefined;
    }
  }

  // Sends one entry after the other. An entry whose answer was lost is sent again, and the server enters its name once.
  async function sendAll(csrf) {
    for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
      const { id, code, number } = entry;
      const body = new URLSearchParams({ csrf, once: id, entry: id, item: code, quantity: number });
      const answer = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(60000) });
      const { person, problem } = await answer.json();
      if (!problem && person !== owner) return;
      const list = entries();
      store(problem ? list.map((other) => (other.id === id ? { ...other, problem } : other)) : list.filter((other) => other.id !== id));
      hasSent ||= !problem;
      pause = 1000;
    }
  }

  // Whether nothing is lost when the page is loaded again, so that it shows what was sent.
  function isUntouched() {
    if (!blind.hidden) return current === "" && code.value === "";
    const [scan, item] = ["code", "item"].map((name) => form?.elements.namedItem(name));
    return hasSent && !item && !scan?.value && sent.length === 0;
  }

  async function send() {
    clearTimeout(timer);
    if (isSending || (blind.hidden && waiting().length === 0)) return;
    isSending = true;
    const seen = await ask();
    if (seen) [isSignedOut, refusal] = [seen.person !== owner, seen.problem ?? ""];
    // The network may be lost on the way, and the answer may be a page that says why it has to be later.
    if (seen?.csrf && !isSignedOut) await sendAll(seen.csrf).catch(() => {});
    isSending = false;
    show();
    if (waiting().length > 0 || (!seen && !blind.hidden)) {
      timer = setTimeout(send, pause);
      pause = Math.min(pause * 2, 60000);
    } else if (isUntouched()) {
      location.replace(page);
    }
  }

  function begin(item, quantity) {
    current = item;
    number.value = quantity;
    card.hidden = number.disabled = item === "";
    card.querySelector("[data-code]").textContent = item;
  }

  // Three digits after a mark can be decimals or a thousand, unless the number is below one: 0.250 becomes 1.25, and 0.125 becomes
  // 1.1250. With 999.250 the person would not be asked any more which of them it is.
  const oneMore = (quantity) => {
    if (!/^(?!999[.,]\d{3}$)(\d+|\d*[.,]\d+)$/.test(quantity)) return quantity;
    const more = quantity.replace(/^\d*/, (whole) => `${Number(whole) + 1}`);
    return /^0*[.,]\d{3}$/.test(quantity) ? more.replace(/[.,]?0+$/, "").replace(/[.,]\d{3}$/, "$&0") : more;
  };

  // Keeps the number of one code and goes on to the next; the same code again adds one. Without a next code, empty, it is the end.
  function goOn(next) {
    if (next !== "" && next === current) return begin(current, oneMore(number.value));
    if (current !== "" && number.value.trim() !== "" && !keep(current, number.value.trim())) return;
    const kept = waiting().find((entry) => entry.code === next);
    begin(next, next === "" ? "" : kept ? oneMore(kept.number) : "1");
  }

  // Goes on with what was sent from the form of the page and did not reach the server.
  function goBlind(sent) {
    [form.hidden, blind.hidden] = [true, false];
    const { item, quantity, note, submitter } = sent[0];
    written = { code: item, note };
    begin(item, quantity);
    if (["step", "turn", "done"].includes(submitter?.name)) said = "server";
    else for (const { scanned } of sent) goOn(scanned);
    show();
    code.focus();
    send();
  }

  blind.addEventListener("submit", (event) => {
    event.preventDefault();
    said = "";
    goOn(code.value.trim());
    code.value = "";
    code.focus();
    show();
    send();
  });

  // The form of the page goes to the server as ever, once it is known that the server can be reached.
  let [sent, isPassing] = [[], false];
  form?.addEventListener("submit", async (event) => {
    if (isPassing) return;
    const [scan, item, quantity, note] = ["code", "item", "quantity", "note"].map((name) => form.elements.namedItem(name));
    if (blind.hidden && sent.length === 0 && navigator.onLine && Date.now() - reachedAt < 2000) return;
    event.preventDefault();
    if (!blind.hidden) {
      said = "server";
      return show();
    }
    const submitter = event.submitter;
    const [scanned, typed] = [scan.value.trim(), quantity?.value.trim() ?? ""];
    sent.push({ scanned, item: item?.value ?? "", quantity: typed, note: note?.value.trim() ?? "", submitter });
    // The next code may be scanned before the server has answered.
    scan.value = "";
    if (sent.length > 1) return;
    const seen = await ask();
    if (seen?.person !== owner || sent.length > 1) return goBlind(sent);
    scan.value = sent[0].scanned;
    isPassing = true;
    form.requestSubmit(sent[0].submitter);
  });
  // The page comes back as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && ([sent, isPassing] = [[], false]));
  addEventListener("online", () => {
    pause = 1000;
    send();
  });
  addEventListener("storage", show);
  // The page says which one was entered again.
  const entered = new URLSearchParams(location.search).get("entered");
  if (entered) store(entries().filter(({ id }) => id !== entered));
  show();
  send();
}
