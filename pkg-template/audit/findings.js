// A report as people and programs read it: what crossed, and what the cards say. The lists that cross are those of src/api/findings.rs.
//
// A report of up to 32 findings is plain data. A longer one is plain data to whoever reads, copies, compares or writes it, but is made piece by
// piece: the list when `findings` is first read, a fix when it is. An audit of a request with ten thousand findings must cost its sender no more
// than they cost to find. The pieces are own properties with getters: JSON.stringify, spreading and structuredClone read those, and would not
// see the getters of a class.
import { filled, ruleTexts } from "./rule-texts.js";

const CHECKS = ["passed", "failed", "not applicable", "off"];

/** The report that a text holds. `open` gives a source for the fixes that the text leaves out. */
export function reportOf(text, open) {
  // In no string can their names stand between quotes. Only the head is parsed at once.
  const checksAt = text.indexOf(',"checks":[');
  const findingsAt = text.indexOf(',"findings":[', checksAt);
  const { wire, verdict, model, items, signed, formats, previewed } = JSON.parse(`${text.slice(0, checksAt)}}`);
  const checks = { ...checksOf(text.slice(checksAt + 10, findingsAt)) };
  // At once and not when it is asked: the caller may write to the bytes of the request meanwhile.
  const source = previewed ? undefined : open();
  const found = () => JSON.parse(text.slice(findingsAt + 12, -1)).map((list, nth) => findingOf(list, nth, source));
  const report = { schema: 1, wire, verdict, ...(model && { model }), items, signed, formats, findings: previewed ? found() : undefined, checks };
  return previewed ? report : late(report, "findings", found);
}

/** The most room that a batch may have. */
const MOST = 1 << 26;

/** Makes the fixes of a long report, in batches. */
export class FixSource {
  #request;
  #ask;
  /** The fixes that are made, by the number of the finding. */
  #made = [];
  /** How far before the one that is asked for the next batch begins, where they are read from the last to the first. */
  #back = 1;
  /**
   * So much text of fixes is made next. The one that is asked for first does not wait for megabytes of others; but the request is judged anew for each batch,
   * so the second is of all that are left.
   */
  #room = 1 << 16;

  /** The request is read again: what the caller may write to is copied. `ask` gives the fixes of a request from a number on, as they cross, until they fill a room. */
  constructor(request, ask) {
    [this.#request, this.#ask] = [typeof request === "string" ? request : request.slice(), ask];
  }

  /** The fix of the finding of that number, as it crosses; none, if another has that number now: a ledger may have recorded more since. */
  fix(nth, rule, start, end) {
    const [ruleNow, startNow, endNow, fix] = this.#fixAt(nth);
    return ruleNow === rule && startNow === start && endNow === end ? fix : 0;
  }

  #fixAt(nth) {
    if (nth in this.#made) return this.#made[nth];
    const backwards = nth + 1 in this.#made;
    if (backwards) this.#back *= 2;
    let from = backwards ? Math.max(0, nth - this.#back) : nth;
    while (!(nth in this.#made)) {
      const made = JSON.parse(this.#ask(this.#request, from, this.#room));
      this.#room = MOST;
      for (const fix of made) this.#made[from++] = fix;
      if (!made.length) return [];
    }
    return this.#made[nth];
  }
}

function findingOf([number, severity, evidence, pointer, start, end, sentence, args, places, fix], nth, source) {
  const { id, message, why, upstream, fixes } = ruleTexts()[number];
  const answer = upstream[sentence];
  const related = places.length ? relatedOf(places) : places;
  const finding =
    answer === undefined
      ? { rule: id, severity, evidence, message, why, pointer, start, end, related, args }
      : { rule: id, severity, evidence, message, why, upstream: filled(answer, pointer, args), pointer, start, end, related, args };
  if (fix === 0) return finding;
  if (fix === 1) return late(finding, "fix", () => fixOf(source.fix(nth, number, start, end), fixes));
  finding.fix = fixOf(fix, fixes);
  return finding;
}

function relatedOf(places) {
  return Array.from({ length: places.length / 3 }, (_, nth) => ({ pointer: places[3 * nth], start: places[3 * nth + 1], end: places[3 * nth + 2] }));
}

function fixOf(fix, titles) {
  if (!fix) return undefined;
  const [safety, edits] = fix;
  return { safety, title: titles[safety], edits: editsOf(edits) };
}

/** Edits as they cross: three members each. */
export function editsOf(flat) {
  return Array.from({ length: flat.length / 3 }, (_, nth) => ({ start: flat[nth * 3], end: flat[nth * 3 + 1], text: flat[nth * 3 + 2] }));
}

/** Gives an object a member that is made when it is first read, and is from then on like any other. */
function late(object, name, make) {
  Object.defineProperty(object, MAKE, { value: make });
  return Object.defineProperty(object, name, LATE[name]);
}

/** Holds the function that makes the member. It stands on the object itself, so that it is found through a proxy too; a function, so that no proxy wraps it. */
const MAKE = Symbol("make");

// One pair of functions for all: with a pair of its own each object would be of a class of its own to the engine, and take ten times as long to make.
const LATE = Object.fromEntries(["findings", "fix"].map((name) => [name, { get() { return settled(this, name, this[MAKE]()); }, set(value) { settled(this, name, value); }, enumerable: true, configurable: true }]));

/** Puts a value in the place of a getter; an object that was frozen meanwhile keeps that. */
function settled(object, name, value) {
  if (Object.getOwnPropertyDescriptor(object, name)?.configurable) Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return value;
}

/** The check of most rules, by their ids: not applicable. Copying this object takes a sixth of the time that as many pairs do. */
const unbound = () => (unbound.known ??= Object.fromEntries(ruleTexts().map(({ id }) => [id, CHECKS[2]])));

/** The check of each rule. Mostly they are the same as for the request before. */
function checksOf(text) {
  if (checked.text !== text) {
    const rules = { ...unbound() };
    JSON.parse(text).forEach((check, nth) => {
      if (check !== 2) rules[ruleTexts()[nth].id] = CHECKS[check] ?? `unknown: ${check}`;
    });
    checked = { text, rules };
  }
  return checked.rules;
}

let checked = {};
