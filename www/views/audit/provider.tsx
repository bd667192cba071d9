/** The error of the provider, and whether the audit predicted it. */
import "./provider.css";
import { ToneIcon } from "../../icons";
import type { Exchange } from "../../session/exchange";
import { findPrediction, ruleOfRefusal } from "../../session/outcome";
import { ErrorText, UnnamedPlace } from "../error-text";
import { RuleName } from "./card";
import { Quote } from "./quote";

export function ProviderAnswer({ exchange }: { exchange: Exchange }) {
  const { refusal } = exchange;
  if (!refusal) return null;
  const prediction = findPrediction(exchange);
  const answered = refusal.about?.message ?? refusal.text;
  const tone = prediction ? "fine" : "none";
  return (
    <section class="provider" aria-label="Error of the provider" data-agrees={!!prediction}>
      <div class="provider-quotes">
        <Quote name="The provider answered">
          <ErrorText nth={exchange.nth} text={answered} pointer={refusal.about?.pointer} />
        </Quote>
        {prediction?.upstream && prediction.upstream !== answered && <Quote name="Predicted">{prediction.upstream}</Quote>}
      </div>
      <UnnamedPlace nth={exchange.nth} text={answered} pointer={refusal.about?.pointer} />
      <p data-tone={tone}>
        <ToneIcon tone={tone} />
        <span>
          <Comparison exchange={exchange} answered={answered} />
        </span>
      </p>
    </section>
  );
}

/** Says whether the audit predicted the error. */
function Comparison({ exchange, answered }: { exchange: Exchange; answered: string }) {
  const prediction = findPrediction(exchange);
  const rule = ruleOfRefusal(exchange);
  if (!rule) return <>No rule is known for this error.</>;
  const name = <RuleName rule={rule} />;
  if (prediction) return prediction.upstream === answered ? <>Our checks predicted this error, word for word: {name}.</> : <>Our checks predicted this error: {name}.</>;
  if (exchange.report?.findings.length) return <>The provider refused it ({name}). Our checks found other problems, not this one.</>;
  return <>The provider refused it ({name}). Our checks did not predict this.</>;
}
