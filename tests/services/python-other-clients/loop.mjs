// One loop of a client against a separate simulator: compares the simulator's log with the guard's reports.
const simulator = process.env.RETHOUGHT_SIMULATOR ?? new URL("../../simulator", import.meta.url).href;
const [{ serve }, { Memory, planOf }, { randomOf }] = await Promise.all(["server", "plan", "random"].map((name) => import(`${simulator}/${name}.mjs`)));

/** The shapes of answers. `many` is the number of calls in one answer. */
export const VARIANTS = { plain: {}, rich: { runs: [["text", "redacted"], ["text"]] }, mute: { text: false }, parallel: { many: 2 } };

/** Starts a simulator whose first answers call a tool and whose later ones end the loop. */
export async function openSimulator({ variant = "plain", seed = 1, calls = 2, tool, args }) {
  const { many = 1, ...shape } = VARIANTS[variant];
  const random = randomOf(seed);
  const server = await serve({
    seed,
    memory: new Memory(),
    plan: () => {
      const isOpen = server.log.filter(({ status }) => status === 200).length < calls;
      const plan = planOf(random, { calls: isOpen ? many : 0 });
      return { ...plan, runs: [["text"]], call: { name: tool, arguments: args }, ...shape, text: !isOpen || shape.text !== false };
    },
  });
  return server;
}

/** Returns the hooks of a guard, and the events that they got. `sent` has the report on each sent request. */
export function openNotes() {
  const notes = { sent: new Map(), refused: [], errors: [], repairs: 0 };
  const hooks = {
    onReport: ({ call, report }) => notes.sent.set(call, report),
    onRepaired: ({ call, report }) => (notes.sent.set(call, report), notes.repairs++),
    onRefused: (event) => notes.refused.push(event),
    onError: (error) => notes.errors.push(String(error?.message ?? error)),
  };
  return { notes, hooks };
}

/** Returns how a loop ended: `well`, `reported` with its rules, or `silent`: something was refused or lost without a report. */
export function judge({ log, notes }) {
  const refused = log.filter(({ refusal }) => refusal);
  const losing = log.filter(({ refusal, lost = [] }) => !refusal && lost.some(({ maybe }) => !maybe));
  const reports = [...notes.sent.values()].filter(({ findings }) => findings.length);
  const rules = [...new Set(reports.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
  const isExplained = ({ predicted, classified }) => predicted || classified?.rule !== undefined;
  const isSilent = notes.refused.filter(isExplained).length < refused.length || reports.length < losing.length;
  const isMended = notes.refused.length > 0 && notes.refused.at(-1).retried && log.at(-1)?.status === 200;
  const kind = isSilent ? "silent" : losing.length || (refused.length && !isMended) ? "reported" : "well";
  const why = [...refused.map(({ refusal }) => refusal.rule), ...losing.flatMap(({ lost }) => lost.map(({ rule }) => rule))];
  return { kind, why: [...new Set(why)], rules, repairs: notes.repairs, errors: notes.errors };
}
