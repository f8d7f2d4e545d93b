"use strict";
// Ticks live in the page; they are kept in the browser as they change, and saved as a JSON file when asked for.
const { dataset, digest, seed } = document.body.dataset;
const articles = [...document.querySelectorAll("article")];
const key = `polar-bench ticks ${digest} ${seed} ${articles.length}`;

function answersOf(article) {
  const answers = {};
  for (const set of article.querySelectorAll("fieldset")) {
    const ticked = set.querySelector("input:checked");
    answers[set.dataset.question] = ticked ? ticked.value : null;
  }
  return answers;
}

function ticks() {
  const samples = articles.map((article) => ({
    id: article.dataset.id,
    answers: answersOf(article),
    remark: article.querySelector("textarea").value,
  }));
  return { format: "polar-bench ticks/1", dataset, digest, seed: Number(seed), samples };
}

function isTicks(saved) {
  return Array.isArray(saved?.samples) && saved.samples.every((sample) => sample?.id && sample.answers);
}

// Lays saved ticks over the page and returns how many of their samples aren't on it.
function lay(saved) {
  const byId = new Map(saved.samples.map((sample) => [sample.id, sample]));
  for (const article of articles) {
    const sample = byId.get(article.dataset.id);
    if (!sample) continue;
    byId.delete(article.dataset.id);
    for (const input of article.querySelectorAll("input[type=radio]")) {
      input.checked = sample.answers[input.name] === input.value;
    }
    article.querySelector("textarea").value = sample.remark || "";
  }
  return byId.size;
}

function changed() {
  const done = articles.filter((article) => Object.values(answersOf(article)).every(Boolean)).length;
  document.getElementById("progress").textContent = `${done} of ${articles.length} samples answered`;
  try {
    localStorage.setItem(key, JSON.stringify(ticks()));
  } catch {
    // a browser may refuse to keep anything for a page from a file; the ticks can still be saved
  }
}

function save() {
  const blob = new Blob([JSON.stringify(ticks(), null, 2) + "\n"], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `ticks-${digest.slice(0, 8)}-${seed}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function current() {
  const at = articles.findIndex((article) => article.contains(document.activeElement));
  return at >= 0 ? at : articles.findIndex((article) => article.getBoundingClientRect().bottom > 80);
}

function go(step) {
  const active = articles.findIndex((article) => article.contains(document.activeElement));
  const next = articles[active < 0 ? Math.max(current(), 0) : active + step];
  if (next) {
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
  }
}

function turn(number) {
  const article = articles[current()];
  const set = article && article.querySelectorAll("fieldset")[number - 1];
  if (!set) return;
  const inputs = [...set.querySelectorAll("input")];
  const next = inputs.findIndex((input) => input.checked) + 1;
  inputs.forEach((input, at) => { input.checked = at === next; });
  changed();
}

document.addEventListener("input", changed);
document.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("save").addEventListener("click", save);
document.getElementById("load").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const progress = document.getElementById("progress");
  try {
    const saved = JSON.parse(await file.text());
    if (!isTicks(saved)) throw new Error("it holds no ticks of such a page");
    if (saved.digest !== digest) throw new Error("these are ticks of another data set");
    const elsewhere = lay(saved);
    changed();
    if (elsewhere) progress.textContent += `; ${elsewhere} samples of ${file.name} aren't on this page`;
  } catch (error) {
    progress.textContent = `${file.name} can't be read: ${error.message}`;
  }
  event.target.value = ""; // so that the same file can be taken once more
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("textarea")) {
    if (event.key === "Escape") event.target.closest("article").focus({ preventScroll: true });
    return;
  }
  if (event.key === "j") go(1);
  else if (event.key === "k") go(-1);
  else if (event.key === "s") save();
  else if (/^[1-9]$/.test(event.key)) turn(Number(event.key));
  else return;
  event.preventDefault();
});
try {
  lay(JSON.parse(localStorage.getItem(key)));
} catch {
  // nothing was kept
}
changed();
