/** What the provider answered, beside what was said before it was asked. */
import type { Finding, Report } from "rethought/slim";
import { Shape } from "../../icons";
import type { Refusal } from "../../session/exchange";
import { words } from "../../words";
import { RuleName } from "./card";
import "./provider.css";
import { Said } from "./named";

export function Provider({ refusal, report }: { refusal: Refusal; report: Report | undefined }) {
  const found = report && agreed(refusal, report);
  const rule = found?.rule ?? refusal.about?.rule;
  const answered = refusal.about?.message ?? refusal.text;
  const sentence = found ? (found.upstream === answered ? words.audit.provider.exact : words.audit.provider.agree) : !rule ? words.audit.provider.unknown : report?.findings.length ? words.audit.provider.other : words.audit.provider.silent;
  const tone = found ? "fine" : "none";
  const [before, after = ""] = sentence.split("{0}");
  return (
    <section class="provider" aria-label={words.audit.provider.name} data-agrees={!!found}>
      <div class="provider-words">
        <Said name={words.audit.provider.said} text={answered} />
        {found?.upstream && found.upstream !== answered && <Said name={words.audit.provider.foretold} text={found.upstream} />}
      </div>
      <p data-tone={tone}>
        <Shape tone={tone} />
        <span>
          {before}
          {rule && <RuleName rule={rule} />}
          {after}
        </span>
      </p>
    </section>
  );
}

/** The finding that foretold it: several rules foretell the same words. */
function agreed({ about }: Refusal, { findings }: Report): Finding | undefined {
  if (!about) return undefined;
  return findings.find(({ rule }) => rule === about.rule) ?? findings.find(({ rule }) => about.others.includes(rule));
}
