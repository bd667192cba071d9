/** The answer of the provider, beside what the audit predicted. */
import "./provider.css";
import type { Finding, Report } from "rethought/slim";
import { ToneIcon } from "../../icons";
import type { Refusal } from "../../session/exchange";
import { RuleName } from "./card";
import { Quote } from "./quote";

export function ProviderAnswer({ refusal, report }: { refusal: Refusal; report: Report | undefined }) {
  const prediction = report && findPrediction(refusal, report);
  const answered = refusal.about?.message ?? refusal.text;
  const tone = prediction ? "fine" : "none";
  return (
    <section class="provider" aria-label="The provider" data-agrees={!!prediction}>
      <div class="provider-quotes">
        <Quote name="The provider answered" text={answered} />
        {prediction?.upstream && prediction.upstream !== answered && <Quote name="Predicted here" text={prediction.upstream} />}
      </div>
      <p data-tone={tone}>
        <ToneIcon tone={tone} />
        <span>
          <Comparison prediction={prediction} answered={answered} rule={refusal.about?.rule} hasFindings={!!report?.findings.length} />
        </span>
      </p>
    </section>
  );
}

interface ComparisonProps {
  prediction: Finding | undefined;
  answered: string;
  /** The rule that the refusal is about. */
  rule: string | undefined;
  hasFindings: boolean;
}

/** Says whether the provider refused for what the audit found. */
function Comparison({ prediction, answered, rule, hasFindings }: ComparisonProps) {
  if (prediction) {
    const name = <RuleName rule={prediction.rule} />;
    return prediction.upstream === answered ? <>The audit predicted this refusal, word for word: {name}.</> : <>The audit predicted this refusal: {name}.</>;
  }
  if (!rule) return <>No rule matches this refusal. It may not be about reasoning.</>;
  const name = <RuleName rule={rule} />;
  if (hasFindings) return <>The provider refused it for {name}. The audit found other problems, not this one.</>;
  return <>The provider refused it for {name}. The audit did not predict this.</>;
}

/** Finds the finding that predicted the refusal. Several rules may predict the same words. */
function findPrediction({ about }: Refusal, { findings }: Report): Finding | undefined {
  if (!about) return undefined;
  return findings.find(({ rule }) => rule === about.rule) ?? findings.find(({ rule }) => about.others.includes(rule));
}
