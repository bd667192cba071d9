/** What the provider answered, beside what was said before it was asked. */
import type { Finding, Report } from "rethought/slim";
import { Icon, SEVERITIES } from "../../icons";
import type { Refusal } from "../../session/exchange";
import { words } from "../../words";
import { RuleName } from "./card";
import "./provider.css";

export function Provider({ refusal, report }: { refusal: Refusal; report: Report | undefined }) {
  const { provider } = words.audit;
  const found = report && agreed(refusal, report);
  const rule = found?.rule ?? refusal.about?.rule;
  const answered = refusal.about?.message ?? refusal.text;
  const sentence = found ? (found.upstream === answered ? provider.exact : provider.agree) : !rule ? provider.unknown : report?.findings.length ? provider.other : provider.silent;
  const [before, after = ""] = sentence.split("{0}");
  return (
    <section class="provider" aria-label={provider.name} data-agrees={!!found}>
      <div class="provider-words">
        <Said name={provider.said} text={answered} />
        {found?.upstream && found.upstream !== answered && <Said name={provider.foretold} text={found.upstream} />}
      </div>
      <p>
        <Icon path={found ? SEVERITIES.fine : SEVERITIES.none} />
        <span>
          {before}
          {rule && <RuleName rule={rule} />}
          {after}
        </span>
      </p>
    </section>
  );
}

function Said({ name, text }: { name: string; text: string }) {
  return (
    <figure>
      <figcaption class="audit-name">{name}</figcaption>
      <blockquote class="quote">{text}</blockquote>
    </figure>
  );
}

/** The finding that foretold it: several rules foretell the same words. */
export function agreed({ about }: Refusal, { findings }: Report): Finding | undefined {
  if (!about) return undefined;
  return findings.find(({ rule }) => rule === about.rule) ?? findings.find(({ rule }) => about.others.includes(rule));
}
