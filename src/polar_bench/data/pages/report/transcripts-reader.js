"use strict";
// Shows one transcript. Every text goes into the page as text: nothing that a model wrote is read as markup.
const PolarReader = (() => {
  const CUT = 20000;
  const LETTERS = { protected: "P", task: "T" };
  const tip = document.getElementById("tip");

  function element(name, options = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(options)) {
      if (key === "class") made.className = value;
      else made.setAttribute(key, value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  const isSurrogateEnd = (text, at) => at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at]);

  // Cuts a text wherever a span begins or ends; `make` gives the node for a piece and the spans that hold it.
  function pieces(text, spans, make) {
    const places = new Set([0, text.length]);
    for (const [start, end] of spans) {
      places.add(Math.min(start, text.length));
      places.add(Math.min(end, text.length));
    }
    const sorted = [...places].sort((a, b) => a - b);
    return sorted.slice(0, -1).map((start, at) => {
      const end = sorted[at + 1];
      const inside = spans.filter((span) => span[0] <= start && end <= span[1]);
      const piece = text.slice(start, end);
      return inside.length ? make(piece, inside, start) : document.createTextNode(piece);
    });
  }

  // A long text is shown from its beginning, with a button for the rest.
  function body(text, spans, make) {
    const box = element("div", { class: "text", dir: "auto" });
    if (text.length <= CUT) {
      box.append(...pieces(text, spans, make));
      return box;
    }
    const at = isSurrogateEnd(text, CUT) ? CUT - 1 : CUT;
    const within = spans.filter((span) => span[0] < at);
    box.append(...pieces(text.slice(0, at), within, make));
    const beyond = spans.length - within.length;
    const note = beyond ? `, ${beyond} more marks` : "";
    const button = element("button", { type: "button", class: "whole" },
      `Show all ${text.length.toLocaleString("en")} characters${note}`);
    button.addEventListener("click", () => {
      box.replaceChildren(...pieces(text, spans, make));
      box.tabIndex = -1;
      box.focus({ preventScroll: true });
    });
    box.append(element("span", { class: "cut" }, " … "), button);
    return box;
  }

  const code = (found) => (found.counts ? LETTERS[found.role] : LETTERS[found.role].toLowerCase()) + found.number;

  function sentence(found) {
    const how = `${found.channel}, ${found.grade}, rule ${found.rule || "none"}`;
    return `${found.role} ${found.label || "value"} (${found.value}): ${how}${found.counts ? "" : "; beside the score"}`;
  }

  function markMaker(founds) {
    const begun = new Set();
    return (piece, spans) => {
      const own = spans.map((span) => founds.get(span[2]));
      const weight = (found) => 2 * found.counts + (found.role === "protected");
      const [first] = [...own].sort((a, b) => weight(b) - weight(a));
      const fresh = own.filter((found) => !begun.has(found.number));
      fresh.forEach((found) => begun.add(found.number));
      const mark = element("mark", { class: `${first.role} ${first.counts ? "counts" : "beside"}` }, piece);
      mark.dataset.finds = own.map((found) => found.number).join(" ");
      if (fresh.length) {
        mark.dataset.code = fresh.map(code).join(" ");
        mark.tabIndex = 0;
        mark.setAttribute("aria-describedby", own.map((found) => `found-${found.number}`).join(" "));
      }
      return mark;
    };
  }

  function findList(founds) {
    const list = element("ul", { class: "finds" });
    for (const found of founds) {
      const kind = `code ${found.role} ${found.counts ? "counts" : "beside"}`;
      list.append(element("li", { id: `found-${found.number}` },
        element("span", { class: kind }, code(found)), ` ${sentence(found)}`));
    }
    return list;
  }

  function foundOf(turn) {
    return (turn.found || []).map(([number, role, label, value, channel, grade, rule, counts]) =>
      ({ number, role, label, value, channel, grade, rule, counts }));
  }

  function turnOf(turn, number) {
    const founds = foundOf(turn);
    const byNumber = new Map(founds.map((found) => [found.number, found]));
    const make = markMaker(byNumber);
    const flags = (turn.flags || []).map((flag) => element("span", { class: "flag" }, flag.replace("_", " ")));
    const speaker = turn.role === "trusted" ? "Trusted agent" : "Attacker";
    const box = element("li", { class: `turn ${turn.role}` },
      element("h4", {}, `${speaker} `, element("span", { class: "number" }, `turn ${number}`), ...flags));
    if (turn.reasoning) {
      const fold = element("details", { class: "reasoning" },
        element("summary", {}, "Reasoning, which the other side doesn't read" + (turn.thoughts.length ? ` (${turn.thoughts.length} marked)` : "")),
        body(turn.reasoning, turn.thoughts, make));
      box.append(fold);
    }
    box.append(turn.text.trim() ? body(turn.text, turn.marks, make) : element("p", { class: "silence" }, "(silence)"));
    const counted = founds.filter((found) => found.counts);
    const beside = founds.filter((found) => !found.counts);
    if (counted.length) box.append(findList(counted));
    if (beside.length) box.append(element("p", { class: "beside-heading" }, "Beside the score"), findList(beside));
    return box;
  }

  function named([label, value]) {
    return `${label || "value"} (${value})`;
  }

  function scoresOf(scores) {
    const table = element("table", {}, element("caption", {}, "Scores"));
    const head = element("tr");
    for (const name of ["scorer", "privacy", "utility", "overall", "protected, disclosed", "task, disclosed"]) {
      head.append(element("th", { scope: "col", class: name.includes(",") ? "words" : "" }, name));
    }
    table.append(element("thead", {}, head));
    const rows = element("tbody");
    for (const score of scores) {
      const row = element("tr", {}, element("th", { scope: "row" }, score.scorer));
      for (const figure of [score.privacy, score.utility, score.overall]) row.append(element("td", {}, figure));
      for (const [total, told] of [score.protected, score.task]) {
        const names = told.length ? `: ${told.map(named).join("; ")}` : "";
        row.append(element("td", { class: "words" }, `${told.length} of ${total}${names}`));
      }
      rows.append(row);
    }
    table.append(rows);
    return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Scores" }, table);
  }

  function disagreementsOf(differ) {
    const list = element("ul", { class: "differ" });
    for (const one of differ) {
      const how = one.how ? ` (${one.how})` : "";
      const where = one.reply === null ? "" : `reply ${one.reply}: `;
      const note = one.note ? `(${one.note})` : "";
      list.append(element("li", {},
        `${one.role} ${one.label || "value"} (${one.value}), found by ${one.by} alone${how} `,
        element("span", { class: "evidence" }, `${where}${one.sentence || "(silence)"} ${note}`)));
    }
    return element("section", { class: "differing" }, element("h3", {}, `The scorers differ on ${differ.length}`), list);
  }

  function fold(heading, isOpen, ...content) {
    const made = element("details", {}, element("summary", {}, element("h3", {}, heading)), ...content);
    made.open = isOpen;
    return made;
  }

  function besideOf(document_, sample) {
    const valueMark = (piece, [span]) => {
      const [label, , , role] = sample.attributes[span[2]];
      const mark = element("mark", { class: `value ${role}`, title: `${label}: ${role}` }, piece);
      return mark;
    };
    const plain = () => null;
    const script = element("ol", { class: "script" });
    for (const [text, notes] of sample.script) {
      script.append(element("li", {}, body(text, [], plain), notes ? element("p", { class: "hint" }, notes) : null));
    }
    const table = element("table", {}, element("caption", { class: "hidden" }, "Attributes of the sample"));
    const head = element("tr");
    for (const name of ["attribute", "value", "role", "kind"]) head.append(element("th", { scope: "col", class: "words" }, name));
    const rows = element("tbody");
    for (const [label, kind, value, role, remark] of sample.attributes) {
      rows.append(element("tr", {}, element("th", { scope: "row" }, label + (remark ? ` (${remark})` : "")),
        element("td", { class: "words" }, value),
        element("td", { class: "words" }, element("mark", { class: `value ${role}` }, role)),
        element("td", { class: "words" }, kind.replace("_", " "))));
    }
    table.append(element("thead", {}, head), rows);
    const roles = [...new Set(sample.attributes.map((attribute) => attribute[3]))];
    const legend = element("p", { class: "legend" }, "Values by role: ");
    for (const role of roles) legend.append(element("mark", { class: `value ${role}` }, role), " ");
    return element("div", { class: "beside-texts" },
      fold("Policy", true, body(sample.policy, [], plain)),
      fold("Task", true, body(sample.task, [], plain)),
      fold(`Document: ${sample.form}`, true, legend, body(document_, sample.marks, valueMark)),
      fold("The attacker's script", false, script),
      fold("Attributes", false,
        element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Attributes" }, table)));
  }

  function legend() {
    return element("p", { class: "legend" }, "Marks: ",
      element("mark", { class: "protected counts" }, "protected, counts"), " ",
      element("mark", { class: "task counts" }, "task, counts"), " ",
      element("mark", { class: "protected beside" }, "protected, beside the score"), " ",
      element("mark", { class: "task beside" }, "task, beside the score"),
      ". What the strict scorer found; point at a mark, or go to it with Tab, to see how.");
  }

  // Returns what is shown of a transcript: `about` are its heading, its line of facts, links and buttons.
  function shown(trial, profile, place, about) {
    const sample = profile.samples[place];
    const conversation = element("section", { class: "conversation", "aria-labelledby": "conversation-heading" },
      element("h3", { id: "conversation-heading" }, "Conversation"), legend());
    const turns = element("ol", { class: "turns" });
    trial.turns.forEach((turn, at) => turns.append(turnOf(turn, at + 1)));
    conversation.append(trial.turns.length ? turns : element("p", { class: "silence" }, "(no turn)"));
    const parts = [about];
    if (trial.unassessed) {
      parts.push(element("p", { class: "unassessed" }, `Unassessed, so it has no score: ${trial.unassessed.replaceAll("_", " ")}` +
        (trial.detail ? ` (${trial.detail})` : "")));
    }
    if (trial.scores.length) parts.push(scoresOf(trial.scores));
    if (trial.differ.length) parts.push(disagreementsOf(trial.differ));
    parts.push(element("div", { class: "pair" }, conversation, besideOf(profile.documents[sample.document], sample)));
    return parts;
  }

  function showTip(mark) {
    const lines = mark.dataset.finds.split(" ").map((number) => document.getElementById(`found-${number}`))
      .filter(Boolean).map((line) => element("p", {}, line.textContent));
    tip.replaceChildren(...lines);
    tip.hidden = false;
    const place = mark.getClientRects()[0] || mark.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.left, document.documentElement.clientWidth - tip.offsetWidth - 8));
    const above = place.top - tip.offsetHeight - 6;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 0 ? above : place.bottom + 6}px`;
  }

  function hideTip() {
    tip.hidden = true;
  }

  for (const [show, hide] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    document.addEventListener(show, (event) => {
      const mark = event.target.closest && event.target.closest("mark[data-finds]");
      if (mark) showTip(mark);
    });
    document.addEventListener(hide, (event) => {
      if (!(event.relatedTarget && tip.contains(event.relatedTarget))) hideTip();
    });
  }
  tip.addEventListener("mouseleave", hideTip);
  document.addEventListener("scroll", hideTip, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
  });
  // On paper nothing can be unfolded
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("#reader details")) {
      details.dataset.wasOpen = details.open ? "1" : "";
      details.open = true;
    }
  });
  window.addEventListener("afterprint", () => {
    for (const details of document.querySelectorAll("#reader details")) details.open = details.dataset.wasOpen === "1";
  });

  return { shown, element, hideTip };
})();
