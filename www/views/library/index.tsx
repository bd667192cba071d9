/** The list of sessions of a folder or an archive, with filters. A row opens its session; two chosen rows are shown side by side. */
import "./library.css";
import { computed, signal } from "@preact/signals";
import { dayAndTime, formatNumber, formatSize, plural } from "../../format";
import { Chip } from "../../icons";
import { compareFiles } from "../../open/comparison";
import { diagnosedCount, library, type LibraryRow, openListed, openRow } from "../../open/library";
import { type NextState, NEXT_STATES, NEXT_TEXTS, NEXT_TONES, pastText, pastTone } from "../../words-of-next";
import { FORMAT_NAMES } from "../head/format-names";
import { MoreButton } from "../audit/section";

const PAGE_SIZE = 200;
const ANY = "";
const query = signal("");
const agent = signal(ANY);
const model = signal(ANY);
const state = signal<NextState | typeof ANY>(ANY);
const shown = signal(PAGE_SIZE);
/** The rows that are chosen for a comparison, in the order of their choice. */
const picked = signal<readonly number[]>([]);

const agentOf = ({ diagnosis }: LibraryRow): string => (diagnosis ? (diagnosis.agent ?? FORMAT_NAMES[diagnosis.format ?? ""] ?? diagnosis.format ?? "unknown format") : "");
const modelOf = ({ diagnosis }: LibraryRow): string => diagnosis?.model ?? "";
const rowState = ({ diagnosis, trouble }: LibraryRow): NextState | undefined => (diagnosis ? diagnosis.state : trouble === undefined ? undefined : "not checked");

const rows = computed(() => (library.value?.rows ?? []).map((row, nth) => ({ row, nth })));
const passing = computed(() => {
  const words = query.value.trim().toLowerCase();
  return rows.value.filter(
    ({ row }) =>
      (!words || [row.file.name, row.diagnosis?.project, ...(row.diagnosis?.sessions ?? [])].some((text) => text?.toLowerCase().includes(words))) &&
      (agent.value === ANY || agentOf(row) === agent.value) &&
      (model.value === ANY || modelOf(row) === model.value) &&
      (state.value === ANY || rowState(row) === state.value),
  );
});

export function Library() {
  const list = library.value;
  if (!list) return null;
  return (
    <main class="library" aria-label="Sessions">
      <div class="library-top">
        <h1>{list.name}</h1>
        <Tools />
        <p class="soft" role="status">
          {describeCount(list.rows.length)}
        </p>
      </div>
      <div class="library-rows" tabIndex={0} role="region" aria-label="List of sessions">
        {!passing.value.length && <p class="library-none soft">No session matches.</p>}
        <ol>
          {passing.value.slice(0, shown.value).map(({ row, nth }) => (
            <Row key={nth} row={row} nth={nth} />
          ))}
        </ol>
        <MoreButton left={passing.value.length - shown.value} pageSize={PAGE_SIZE} onMore={(more) => (shown.value += more)} />
      </div>
    </main>
  );
}

function describeCount(all: number): string {
  const done = diagnosedCount.value;
  const dead = rows.value.filter(({ row }) => ["dead", "likely dead", "refused"].includes(rowState(row) ?? "")).length;
  const found = dead ? `${formatNumber(dead)} cannot go on` : "none that cannot go on";
  const matching = passing.value.length < all ? `${formatNumber(passing.value.length)} of ${plural(all, "session")}` : plural(all, "session");
  return done < all ? `${matching}. ${formatNumber(done)} checked so far: ${found}.` : `${matching}: ${found}.`;
}

function Tools() {
  const [one, other] = picked.value;
  const options = (textOf: (row: LibraryRow) => string) => [...new Set(rows.value.map(({ row }) => textOf(row)).filter(Boolean))].sort();
  return (
    <div class="library-tools" role="search">
      <input type="search" aria-label="Search the list" placeholder="Search names and projects" value={query.value} onInput={(event) => (query.value = event.currentTarget.value)} />
      <Filter name="Agent" value={agent.value} options={options(agentOf)} onChange={(value) => (agent.value = value)} />
      <Filter name="Model" value={model.value} options={options(modelOf)} onChange={(value) => (model.value = value)} />
      <Filter name="Next request" value={state.value} options={NEXT_STATES.filter((one) => rows.value.some(({ row }) => rowState(row) === one))} textOf={(value) => NEXT_TEXTS[value as NextState]} onChange={(value) => (state.value = value as NextState)} />
      {one !== undefined && (
        <button class="primary" disabled={other === undefined} onClick={() => other !== undefined && void compareListed(one, other)}>
          {other === undefined ? "Choose a second session" : "Show side by side"}
        </button>
      )}
    </div>
  );
}

interface FilterProps {
  name: string;
  value: string;
  options: readonly string[];
  textOf?: (value: string) => string;
  onChange: (value: string) => void;
}

function Filter({ name, value, options, textOf = (text) => text, onChange }: FilterProps) {
  // A choice that no row has any more stays visible, so that a person can take it back.
  const all = value && !options.includes(value) ? [...options, value] : options;
  return (
    <label>
      {name}
      <select aria-label={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value={ANY}>all</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {textOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

async function compareListed(one: number, other: number): Promise<void> {
  const [left, right] = [one, other].map((nth) => library.value?.rows[nth]?.file);
  if (left && right) await compareFiles({ file: left, row: one }, { file: right, row: other });
}

function pick(nth: number): void {
  picked.value = picked.value.includes(nth) ? picked.value.filter((one) => one !== nth) : [...picked.value, nth].slice(-2);
}

function Row({ row, nth }: { row: LibraryRow; nth: number }) {
  const { file, diagnosis, trouble } = row;
  const now = rowState(row);
  const facts = [agentOf(row), modelOf(row), diagnosis && plural(diagnosis.exchanges, "exchange"), diagnosis?.time && dayAndTime(diagnosis.time), file.size !== undefined && formatSize(file.size)].filter(Boolean);
  return (
    <li class="library-row" aria-current={openRow.value === nth ? "true" : undefined} data-state={now}>
      <button class="library-open" onClick={() => void openListed(nth)}>
        <span class="library-name">{file.name}</span>
        <span class="library-facts soft">{trouble ?? facts.join(" · ")}</span>
        <span class="library-state">{now && <Chip tone={NEXT_TONES[now]}>{now === "not checked" ? NEXT_TEXTS[now] : `next: ${NEXT_TEXTS[now]}`}</Chip>}</span>
        {diagnosis?.agent && diagnosis.past !== "unknown" && (
          <span class="library-past" data-tone={pastTone(diagnosis)}>
            last: {pastText(diagnosis)}
          </span>
        )}
      </button>
      <label class="library-pick">
        <input type="checkbox" aria-label={`Compare ${file.name}`} checked={picked.value.includes(nth)} onChange={() => pick(nth)} />
        <span aria-hidden="true">Compare</span>
      </label>
    </li>
  );
}

// Another list begins without filters.
let filtered: unknown;
library.subscribe((list) => {
  if (list?.name === filtered) return;
  filtered = list?.name;
  [query.value, agent.value, model.value, state.value] = ["", ANY, ANY, ANY];
  [shown.value, picked.value] = [PAGE_SIZE, []];
});
