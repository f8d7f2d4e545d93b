"use strict";
// Data comes in scripts that are added as they are needed; each calls polarData with its own name and its value.
const PolarData = (() => {
  const waiting = new Map();
  const kept = new Map();
  const MOST = 30;

  function take(name, value) {
    const asked = waiting.get(name);
    if (asked) asked.resolve(value);
  }

  // Returns the value of data/NAME.js. Names are made from the report's own data, never from what a link says.
  function load(name) {
    if (kept.has(name)) return kept.get(name);
    const promise = new Promise((resolve, reject) => {
      waiting.set(name, { resolve });
      const script = document.createElement("script");
      script.src = `data/${name}.js`;
      script.addEventListener("error", () => {
        kept.delete(name);
        reject(new Error(`data/${name}.js can't be loaded; keep the report's folder together.`));
      });
      script.addEventListener("load", () => script.remove());
      document.head.append(script);
    });
    kept.set(name, promise);
    if (kept.size > MOST) {
      const oldest = [...kept.keys()].find((key) => key !== "runs" && !key.endsWith("-index"));
      if (oldest !== undefined) kept.delete(oldest);
    }
    return promise;
  }

  // Returns item NUMBER of a list that stands in several files; `starts` are the numbers of their first items.
  async function item(prefix, starts, number) {
    let file = 0;
    while (file + 1 < starts.length && starts[file + 1] <= number) file += 1;
    const chunk = await load(`${prefix}-${file}`);
    return chunk[number - starts[file]];
  }

  return { take, load, item };
})();

function polarData(name, value) {
  PolarData.take(name, value);
}
