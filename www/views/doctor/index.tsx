/** The diagnosis of the open file, as `rethought doctor` gives it: what happened, what the next request will do, and the edit that repairs the file. */
import "./doctor.css";
import type { Diagnosis } from "rethought/slim/sessions";
import { formatNumber, plural } from "../../format";
import { ToneIcon } from "../../icons";
import { repairedFile } from "../../open/diagnosis";
import { source } from "../../open/source";
import { downloadFile, fileName } from "../../share/export";
import { opened, reading, wholeFile } from "../../state";
import { NEXT_TEXTS, NEXT_TONES, pastText, pastTone } from "../../words-of-next";
import { RuleName } from "../audit/card";
import { Commands } from "./commands";
import { Edits } from "./edits";
import { diagnosed } from "./state";

export function Doctor() {
  const found = diagnosed.value;
  const open = opened.value;
  if (!open) return null;
  if (found?.transcript === open && found.trouble) return <p class="doctor-none">The file could not be diagnosed: {found.trouble}</p>;
  if (!wholeFile.value) return <p class="doctor-none">{reading.value ? "The file is still being read." : "Only a part of the file was read, so there is no diagnosis."}</p>;
  if (found?.transcript !== open || !found.diagnosis || !found.plain) return <p class="doctor-none">Checking the next request …</p>;
  const { diagnosis, plain } = found;
  if (diagnosis.agent === null) return <p class="doctor-none">No agent resumes this file, so there is no next request to check. The audit shows what happened.</p>;
  return (
    <div class="doctor">
      <Verdicts diagnosis={diagnosis} />
      <Refusal diagnosis={diagnosis} />
      <Problems diagnosis={diagnosis} />
      <Repair diagnosis={diagnosis} file={plain} />
      <Faults diagnosis={diagnosis} />
    </div>
  );
}

function Verdicts({ diagnosis }: { diagnosis: Diagnosis }) {
  const { state } = diagnosis;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ["Agent", diagnosis.agent],
    ["Session", diagnosis.sessions.at(-1)],
    ["Model", diagnosis.model],
    ["Host", diagnosis.host],
    ["Project", diagnosis.project],
  ];
  return (
    <section aria-label="Verdicts">
      <div class="doctor-sides">
        <div class="doctor-side" data-side="past" data-tone={pastTone(diagnosis)}>
          <h3>The last request</h3>
          <p class="doctor-line">
            <ToneIcon tone={pastTone(diagnosis)} />
            <strong>{capitalize(pastText(diagnosis))}</strong>
          </p>
        </div>
        <div class="doctor-side" data-side="next" data-state={state} data-tone={NEXT_TONES[state]}>
          <h3>The next request, if you resume</h3>
          <p class="doctor-line" role="status">
            <ToneIcon tone={NEXT_TONES[state]} />
            <strong>{capitalize(NEXT_TEXTS[state])}</strong>
          </p>
        </div>
      </div>
      <dl class="doctor-facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function Refusal({ diagnosis: { refusal } }: { diagnosis: Diagnosis }) {
  if (!refusal) return null;
  return (
    <section aria-label="The refusal">
      <h3>
        The provider refused it
        {refusal.line !== null && <span class="soft"> at line {formatNumber(refusal.line)}</span>}
      </h3>
      <p class="doctor-error">
        {refusal.status !== null && `${refusal.status} `}
        {refusal.text}
      </p>
      {refusal.rule ? (
        <p>
          <RuleName rule={refusal.rule} />
        </p>
      ) : (
        <p class="soft">No rule is known for this error.</p>
      )}
    </section>
  );
}

/** More problems than these do not help a person. */
const MAX_LISTED = 20;

function Problems({ diagnosis: { findings, reason } }: { diagnosis: Diagnosis }) {
  if (!findings.length && !reason) return null;
  return (
    <section aria-label="Problems of the next request">
      <h3>Problems of the next request</h3>
      {reason && <p>{reason}</p>}
      <ul class="doctor-list">
        {findings.slice(0, MAX_LISTED).map(({ rule, message, line, pointer }, nth) => (
          <li key={nth}>
            <span>
              <RuleName rule={rule} />
              <span class="soft">{line !== null ? ` line ${formatNumber(line)}` : ` ${pointer}`}</span>
            </span>
            <span>{capitalize(message)}.</span>
          </li>
        ))}
      </ul>
      {findings.length > MAX_LISTED && <p class="soft">and {formatNumber(findings.length - MAX_LISTED)} more</p>}
    </section>
  );
}

function Repair({ diagnosis, file }: { diagnosis: Diagnosis; file: Blob }) {
  const { edits, losses, kept, repairable, resume } = diagnosis;
  if (!edits.length) return resume && ["healthy", "damaged", "loses thoughts"].includes(diagnosis.state) ? <Commands rows={[["Resume", resume]]} /> : null;
  const name = opened.value?.name ?? "";
  const path = commandPath(name);
  const isDatabase = repairable === "rows";
  const rows: [string, string][] = isDatabase ? [["Repaired copy to import", `rethought doctor ${path} --copy`]] : [["Repair the file", `rethought doctor ${path} --write`]];
  if (resume) rows.push(["Then resume", resume]);
  return (
    <>
      <section aria-label="Repair">
        <h3>Repair</h3>
        <p>
          The repair edits {plural(new Set(edits.map(({ line }) => line)).size, "line")} and replaces {plural(edits.reduce((sum, { length }) => sum + length, 0), "byte")}. All other bytes stay.
        </p>
        <ul class="doctor-list">
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
          {kept > 0 && (
            <li>
              {plural(kept, "genuine handle")} {kept === 1 ? "stays" : "stay"}.
            </li>
          )}
        </ul>
        <div class="doctor-actions">
          {!isDatabase && (
            <button class="primary" data-verb="download-repaired" onClick={() => downloadFile(repairedName(name), [repairedFile(file, diagnosis)], "application/octet-stream")}>
              Download the repaired file
            </button>
          )}
        </div>
        {!isDatabase && <p class="soft">Quit the agent before you replace its file. The command makes a backup, checks that no process has the session, and checks the result.</p>}
        <Edits edits={edits} file={file} />
      </section>
      <Commands rows={rows} />
    </>
  );
}

/** The path that a command finds the file by; the name alone, if the page does not know more. */
function commandPath(name: string): string {
  const from = source.value;
  const path = (from?.kind === "listed" || from?.kind === "page" ? from.path : undefined) ?? name;
  return /^[\w@%+=:,./-]+$/.test(path) && !path.startsWith("-") ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

const repairedName = (name: string): string => fileName(name.split("/").at(-1) ?? name, `.repaired${/\.(?:jsonl|json)(?=\.gz$|$)/i.exec(name)?.[0] ?? ".jsonl"}`);

function Faults({ diagnosis: { faults } }: { diagnosis: Diagnosis }) {
  if (!faults.length) return null;
  return (
    <section aria-label="Lines that cannot be read">
      <h3>{plural(faults.length, "line")} cannot be read</h3>
      <ul class="doctor-list">
        {faults.slice(0, MAX_LISTED).map(({ line, offset, reason }, nth) => (
          <li key={nth}>
            Line {formatNumber(line)}, byte {formatNumber(offset)}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
