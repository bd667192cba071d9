// Groups days into the bars of a plot: days, or weeks, months or years if there are too many. A day without results has a place too.

/** The maximum number of bars. */
const MOST = 120;
const DAY_MS = 86_400_000;
const STEPS = [
  ["day", (day) => day],
  ["week", (day) => iso(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS)],
  ["month", (day) => day.slice(0, 7)],
  ["year", (day) => day.slice(0, 4)],
];

/** Returns the bars of a table of days: `{step, list: [{label, names}]}`, in the order of time. `names` are the days of the table in each bar. */
export function bucketsOf(table) {
  const days = table.entries().map(([day]) => day).filter(Boolean);
  if (!days.length) return { step: "day", list: [] };
  for (const [step, labelOf] of STEPS) {
    const labels = between(days[0], days.at(-1), labelOf);
    if (labels.length > MOST && step !== "year") continue;
    const list = labels.map((label) => ({ label, names: [] }));
    const places = new Map(labels.map((label, nth) => [label, nth]));
    for (const day of days) list[places.get(labelOf(day))].names.push(day);
    return { step, list };
  }
}

function between(first, last, labelOf) {
  const labels = new Set();
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY_MS) labels.add(labelOf(iso(time)));
  return [...labels];
}

const iso = (time) => new Date(time).toISOString().slice(0, 10);
