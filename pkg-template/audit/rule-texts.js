// The texts of the rules, from their cards, and the providers' error texts with a finding's own values filled in.
import packed from "../wasm/rules.js";

/** The texts of each rule, in the order of its number. */
export const ruleTexts = () => (ruleTexts.known ??= JSON.parse(packed));

/** Fills in the answer of a provider: a number in braces is that number of the pointer, a name is an argument of the finding. */
export function filled(template, pointer, args) {
  let pieces = templates.get(template);
  // Text and names in turn. Cutting it anew for each of ten thousand findings takes longer than all else that is done for them here.
  if (!pieces) templates.set(template, (pieces = template.split(/\{([^{}]*)\}/)));
  let [text, steps] = [pieces[0], undefined];
  for (let nth = 1; nth < pieces.length; nth += 2) {
    const name = pieces[nth];
    const value = isNumber(name) ? (steps ??= pointer.split("/").filter(isNumber))[name] ?? "" : args[name] ?? "…";
    text += value + pieces[nth + 1];
  }
  return text;
}

const templates = new Map();
const isNumber = (text) => /^\d+$/.test(text);
