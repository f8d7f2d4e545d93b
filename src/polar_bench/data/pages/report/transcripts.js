"use strict";
// The list, its filters and the address: everything that is chosen stands behind the "#", so that each view is a link.
(() => {
  const { element } = PolarReader;
  const PER_PAGE = 50;
  const FILTERS = ["run", "level", "attack", "domain", "kind", "outcome", "find", "differ"];
  const form = document.getElementById("filters");
  const list = document.getElementById("list");
  const reader = document.getElementById("reader");
  const view = { overview: null, run: null, index: null, rows: [], page: 0, at: -1, turn: 0 };

  function stateOf(hash) {
    const asked = new URLSearchParams(hash.replace(/^#/, ""));
    const state = {};
    for (const name of [...FILTERS, "sample", "repeat"]) state[name] = asked.get(name) || "";
    const [level, attack] = (asked.get("cell") || "").toUpperCase().split("/");
    state.level = (state.level || level || "").toUpperCase();
    state.attack = (state.attack || attack || "").toUpperCase();
    return state;
  }

  function hashOf(state) {
    const told = new URLSearchParams();
    for (const name of FILTERS) {
      if (!state[name]) continue;
      if (name === "level" && state.attack) told.set("cell", `${state.level}/${state.attack}`);
      else if (name !== "attack" || !state.level) told.set(name, state[name]);
    }
    if (state.sample) {
      told.set("sample", state.sample);
      told.set("repeat", state.repeat || "0");
    }
    return `#${told.toString().replaceAll("%2F", "/")}`;
  }

  const current = () => stateOf(location.hash);

  function go(state, isNewPlace = true) {
    const hash = hashOf(state);
    if (hash === location.hash) return;
    history[isNewPlace ? "pushState" : "replaceState"](null, "", hash);
    render();
  }

  function option(value, text = value) {
    return element("option", { value }, text);
  }

  function fill(select, options) {
    const [first] = select.options;
    select.replaceChildren(...(first && first.value === "" ? [first] : []), ...options);
  }

  const words = (name) => name.replaceAll("_", " ");

  function fillStanding(overview) {
    fill(form.elements.run, overview.runs.map((run) => option(run.key, run.name)));
    fill(form.elements.level, overview.levels.map(([key, title]) => option(key, `${key} ${title}`)));
    fill(form.elements.attack, overview.attacks.map(([key, title]) => option(key, `${key} ${words(title)}`)));
    fill(form.elements.kind, overview.kinds.map((kind) => option(kind, words(kind))));
    document.getElementById("masked").hidden = !overview.is_masked;
  }

  function fillForRun(overview, index) {
    fill(form.elements.domain, [...index.domains.values].sort().map((domain) => option(domain, words(domain))));
    const outcomes = index.outcomes.values;
    const flags = overview.flags.filter((_, bit) => index.flags.some((flags_) => flags_ & (1 << bit)));
    const reasons = outcomes.filter((outcome) => outcome !== "leaked" && outcome !== "held");
    fill(form.elements.outcome, [
      ...["leaked", "held"].filter((outcome) => outcomes.includes(outcome)).map((outcome) => option(outcome)),
      ...(reasons.length ? [option("unassessed", "unassessed, any reason")] : []),
      ...reasons.map((reason) => option(reason, `unassessed: ${words(reason)}`)),
      ...flags.map((flag) => option(flag, `flag: ${words(flag)}`)),
    ]);
  }

  // A link may name what this run doesn't hold; it stays visible and finds nothing.
  function setField(name, value) {
    const field = form.elements[name];
    if (field.type === "checkbox") field.checked = value === "1";
    else {
      if (field.tagName === "SELECT" && value && ![...field.options].some((one) => one.value === value)) {
        field.append(option(value, `${value} (none in this run)`));
      }
      if (field.value !== value) field.value = value;
    }
  }

  function fits(overview, index, state) {
    const levels = overview.levels.map(([key]) => key);
    const attacks = overview.attacks.map(([key]) => key);
    const kind = overview.kinds.indexOf(state.kind);
    const flag = overview.flags.indexOf(state.outcome);
    const reasons = new Set(index.outcomes.values.filter((outcome) => outcome !== "leaked" && outcome !== "held"));
    const find = state.find.toLowerCase();
    const hasOutcome = (row) => {
      if (flag >= 0) return Boolean(index.flags[row] & (1 << flag));
      const outcome = index.outcomes.values[index.outcomes.rows[row]];
      return state.outcome === "unassessed" ? reasons.has(outcome) : outcome === state.outcome;
    };
    return (row) => (!state.level || levels[index.levels[row]] === state.level)
      && (!state.attack || attacks[index.attacks[row]] === state.attack)
      && (!state.domain || index.domains.values[index.domains.rows[row]] === state.domain)
      && (!state.kind || (kind >= 0 && Boolean(index.kinds[row] & (1 << kind))))
      && (!state.outcome || hasOutcome(row))
      && (!state.differ || index.differ[row] > 0)
      && (!find || index.ids[row].toLowerCase().includes(find));
  }

  function outcomeOf(index, row) {
    const outcome = index.outcomes.values[index.outcomes.rows[row]];
    return outcome === "leaked" || outcome === "held" ? outcome : `unassessed: ${words(outcome)}`;
  }

  function cellOf(row) {
    const { overview, index } = view;
    return `${overview.levels[index.levels[row]][0]}/${overview.attacks[index.attacks[row]][0]}`;
  }

  function stateAt(row, state) {
    return { ...state, sample: view.index.ids[row], repeat: String(view.index.repeats[row]) };
  }

  function lineOf(row, state, isOpen) {
    const { index } = view;
    const repeat = index.repeats[row] ? `, repeat ${index.repeats[row]}` : "";
    const link = element("a", { href: hashOf(stateAt(row, state)), tabindex: "-1" },
      element("span", { class: "id" }, index.ids[row] + repeat),
      element("span", { class: "facts-line" },
        `${cellOf(row)} ${words(index.domains.values[index.domains.rows[row]])}`),
      element("span", { class: `outcome ${index.outcomes.values[index.outcomes.rows[row]]}` }, outcomeOf(index, row)),
      element("span", { class: "figures" },
        `privacy ${index.privacy.values[index.privacy.rows[row]]}, utility ${index.utility.values[index.utility.rows[row]]}` +
        (index.differ[row] ? `, scorers differ on ${index.differ[row]}` : "")));
    if (isOpen) link.setAttribute("aria-current", "true");
    link.dataset.row = row;
    return element("li", {}, link);
  }

  function showList(state) {
    const { rows, page } = view;
    const pages = Math.max(1, Math.ceil(rows.length / PER_PAGE));
    const shown = rows.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    const open = view.at >= 0 ? rows[view.at] : -1;
    list.start = page * PER_PAGE + 1;
    list.replaceChildren(...shown.map((row) => lineOf(row, state, row === open)));
    const all = view.index.ids.length.toLocaleString("en");
    const found = rows.length.toLocaleString("en");
    document.getElementById("count").textContent = rows.length ? `${found} of ${all} transcripts` : `None of ${all} transcripts fits; clear a filter.`;
    document.getElementById("page").textContent = `page ${page + 1} of ${pages}`;
    document.getElementById("pager").hidden = pages === 1;
    document.getElementById("page-back").disabled = page === 0;
    document.getElementById("page-on").disabled = page + 1 === pages;
    const links = [...list.querySelectorAll("a")];
    const reached = links.find((link) => Number(link.dataset.row) === open) || links[0];
    if (reached) reached.tabIndex = 0;
  }

  function turnPage(step, focusLast = false) {
    const pages = Math.ceil(view.rows.length / PER_PAGE);
    if (view.page + step < 0 || view.page + step >= pages) return;
    view.page += step;
    showList(current());
    const links = [...list.querySelectorAll("a")];
    reach(links[focusLast ? links.length - 1 : 0]);
  }

  function reach(link) {
    if (!link) return;
    for (const other of list.querySelectorAll("a")) other.tabIndex = -1;
    link.tabIndex = 0;
    link.focus();
  }

  function button(text, onClick, isEnabled = true) {
    const made = element("button", { type: "button" }, text);
    made.disabled = !isEnabled;
    made.addEventListener("click", onClick);
    return made;
  }

  function step(by) {
    const next = view.at < 0 ? (by > 0 ? 0 : -1) : view.at + by;
    if (next >= 0 && next < view.rows.length) go(stateAt(view.rows[next], current()));
  }

  async function copyLink(event) {
    const link = location.href;
    const target = event.currentTarget;
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // a page from a folder may not use the clipboard everywhere; the older way asks for a selection
      const box = element("textarea", { readonly: "", "aria-label": "Link" });
      box.value = link;
      target.after(box);
      box.select();
      const isCopied = document.execCommand("copy");
      if (isCopied) box.remove();
      else said = "Copy it from the box";
    }
    target.textContent = said;
    setTimeout(() => { target.textContent = "Copy link"; }, 2000);
  }

  function aboutOf(row, trial, state) {
    const { overview, index, run, rows, at } = view;
    const [level, levelTitle] = overview.levels[index.levels[row]];
    const [attack, attackTitle] = overview.attacks[index.attacks[row]];
    const domain = words(index.domains.values[index.domains.rows[row]]);
    const head = element("div", { class: "about" },
      element("h2", { id: "reader-heading", tabindex: "-1" }, index.ids[row]),
      element("p", {}, `${domain}, ${level} ${levelTitle} x ${attack} ${words(attackTitle)}, ${trial.attacker} attacker, ` +
        `repeat ${index.repeats[row]}, of `, element("a", { href: run.page }, run.name)));
    const others = index.others.values[index.others.rows[row]].filter((key) => key !== run.key);
    if (others.length) {
      const links = others.map((key) => {
        const other = overview.runs.find((one) => one.key === key);
        return element("a", { href: hashOf({ ...stateAt(row, state), run: key }) }, other.name);
      });
      head.append(element("p", { class: "others" }, "The same sample in ",
        ...links.flatMap((link, at_) => (at_ ? [", ", link] : [link]))));
    }
    head.append(element("div", { class: "buttons" },
      button("Previous (k)", () => step(-1), at > 0),
      button("Next (j)", () => step(1), at + 1 < rows.length),
      button("Copy link", copyLink)));
    if (at < 0) head.append(element("p", { class: "hint" }, "The filters leave this transcript out of the list."));
    return head;
  }

  async function showTranscript(state, turn) {
    const { index, run, overview } = view;
    const row = index.ids.findIndex((id, at) => id === state.sample && index.repeats[at] === Number(state.repeat || 0));
    if (row < 0) {
      reader.replaceChildren(element("p", { class: "unassessed" },
        `${run.name} has no finished transcript of sample ${state.sample}, repeat ${state.repeat || 0}.`));
      return;
    }
    reader.setAttribute("aria-busy", "true");
    const [trial, profile] = await Promise.all([
      PolarData.item(run.key, index.starts, row),
      PolarData.item(`samples-${run.dataset}`, overview.starts[run.dataset - 1], index.profiles[row]),
    ]);
    if (turn !== view.turn) return;
    PolarReader.hideTip();
    reader.replaceChildren(...PolarReader.shown(trial, profile, index.samples[row], aboutOf(row, trial, state)));
    reader.removeAttribute("aria-busy");
    const place = reader.getBoundingClientRect().top;
    if (place < 0 || place > window.innerHeight / 2) reader.scrollIntoView({ block: "start" });
    document.title = `${index.ids[row]} – Transcripts – POLAR-Bench`;
  }

  async function render() {
    const turn = ++view.turn;
    const state = current();
    try {
      view.overview = await PolarData.load("runs");
      const run = view.overview.runs.find((one) => one.key === state.run) || view.overview.runs[0];
      const index = await PolarData.load(`${run.key}-index`);
      if (turn !== view.turn) return;
      if (view.run !== run) {
        if (!view.run) fillStanding(view.overview);
        fillForRun(view.overview, index);
        Object.assign(view, { run, index, page: 0 });
      }
      for (const name of FILTERS) setField(name, name === "run" ? run.key : state[name]);
      const isFit = fits(view.overview, index, state);
      view.rows = [...index.ids.keys()].filter(isFit);
      view.at = view.rows.findIndex((row) => index.ids[row] === state.sample && index.repeats[row] === Number(state.repeat || 0));
      if (view.at >= 0) view.page = Math.floor(view.at / PER_PAGE);
      else if (view.page * PER_PAGE >= view.rows.length) view.page = 0;
      const hadFocus = list.contains(document.activeElement);
      showList(state);
      const open = list.querySelector("a[aria-current]");
      if (hadFocus) reach(open || list.querySelector("a"));
      if (open) open.scrollIntoView({ block: "nearest" });
      if (state.sample) await showTranscript(state, turn);
      else {
        reader.replaceChildren(element("p", { class: "hint" }, "Choose a transcript in the list."));
        document.title = "Transcripts – POLAR-Bench";
      }
    } catch (error) {
      if (turn !== view.turn) return;
      reader.removeAttribute("aria-busy");
      reader.replaceChildren(element("p", { class: "unassessed", role: "alert" }, error.message));
    }
  }

  function chosen() {
    const state = current();
    for (const name of FILTERS) {
      const field = form.elements[name];
      state[name] = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value;
    }
    return state;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    view.page = 0;
    go(chosen(), event.target.name !== "find");
  });
  document.getElementById("clear").addEventListener("click", () => {
    const { run, sample, repeat } = current();
    view.page = 0;
    go({ ...stateOf(""), run, sample, repeat });
  });
  document.getElementById("page-back").addEventListener("click", () => turnPage(-1));
  document.getElementById("page-on").addEventListener("click", () => turnPage(1));
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address holds the view
    reader.focus();
  });
  window.addEventListener("hashchange", render);
  window.addEventListener("popstate", render);

  list.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") at + 1 < links.length ? reach(links[at + 1]) : turnPage(1);
    else if (event.key === "ArrowUp") at > 0 ? reach(links[at - 1]) : turnPage(-1, true);
    else if (event.key === "Home") reach(links[0]);
    else if (event.key === "End") reach(links[links.length - 1]);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else return;
    event.preventDefault();
  });

  render();
})();
