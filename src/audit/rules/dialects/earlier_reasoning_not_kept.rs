//! The host drops reasoning of earlier turns, because the request does not ask to keep it.
//!
//! # What it checks
//!
//! A request with reasoning from before the open turn also asks the host to read it:
//!
//! - Kimi K2.6: `"keep": "all"` in `thinking`.
//! - GLM-4.7 and later: `"clear_thinking": false` in `thinking`. The address of the Coding Plan keeps reasoning anyway.
//! - Qwen 3.6 and later at Alibaba: `"preserve_thinking": true`.
//! - Cerebras: `"clear_thinking": false`.
//! - Open weights of Qwen 3.6 and later, with tools and at least two calls: `"preserve_thinking": true` in `chat_template_kwargs`.
//! - DeepSeek: reads it only in a request with `tools`.
//!
//! Z.ai documents that preserved thinking is off by default on the standard endpoint and that `"clear_thinking": false` enables it.
//! Moonshot documents that K2.6 ignores earlier reasoning unless `keep` is `"all"`. Without the switch, open weights of Qwen call tools
//! with `{}` as arguments after two or three turns.
//!
//! # Why
//!
//! The host answers without an error, and the model does not see its earlier reasoning.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.z.ai"},"request":{"model":"glm-4.7","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.z.ai"},"request":{"model":"glm-4.7","thinking":{"type":"enabled","clear_thinking":false},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: set the switch. The model reads the earlier reasoning, and the caller pays for its tokens.
//! - By hand: change nothing, because there is no switch for it here. The reasoning may also be left out.
//!
//! DeepSeek without `tools`, and models at Cerebras other than GLM, have no such switch.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://docs.z.ai/guides/capabilities/thinking-mode>
//! - documented, 2026-11-14: <https://api-docs.deepseek.com/guides/thinking_mode>
//! - documented, 2026-11-14: <https://inference-docs.cerebras.ai/capabilities/reasoning>
//! - reported, 2026-11-14: <https://github.com/can1357/oh-my-pi/issues/1839>, quoting Moonshot
//! - reported, 2026-11-14: <https://github.com/earendil-works/pi/issues/3325>
//! - reported, 2026-11-14: <https://github.com/vercel/ai/tree/main/packages/alibaba>
//! - catalogue: kimi.k26.keep-missing, glm.clear-thinking-default, qwen.preserve-missing, qwen.template-preserve, cerebras.clear-thinking-default, ds.rc.ignored-no-tools

use super::fields::field_read;
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::is_filled;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, quote};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "earlier-reasoning-not-kept",
    binds: "wire=openai-chat keeps",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("keep-reasoning", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

details! {
    /// The switch that is not set, and the value that it needs.
    struct UnsetSwitch { switch: Unlisted<String>, value: Unlisted<String> }
    message => "The host drops reasoning of earlier turns unless `{switch}` is `{value}`"

    /// A host that keeps reasoning for tools.
    struct KeptForTools {}
    message => "The host drops reasoning of earlier turns in a request without `tools`"

    /// A model without a switch.
    struct NeverKept {}
    message => "The host drops reasoning of earlier turns"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let keeps = facts.profile.word("keeps");
    if facts.body.fits(keeps) {
        return;
    }
    // There is one switch, so there is one finding: at the first message that loses its reasoning.
    let (mut place, mut called) = (None, 0);
    if keeps.starts_with(TEMPLATE) {
        for (nth, entry) in facts.answers() {
            if facts.has(nth, PartKind::Call) {
                called += 1;
                place = place.or(Some(entry.value));
            }
        }
        place = place.filter(|_| called > 1 && facts.body.fits("tools.*"));
    } else if let Some(name) = field_read(facts) {
        for (nth, entry) in facts.answers() {
            if place.is_none() && nth < facts.round {
                place = entry.value.get(name).filter(|value| is_filled(*value));
            }
        }
    }
    let Some(place) = place else { return };
    let (switch, value) = keeps.split_once('=').unwrap_or((keeps, ""));
    let finding = found.at(place).with(UnsetSwitch { switch: Unlisted(switch.to_owned()), value: Unlisted(value.to_owned()) });
    match facts.profile.word("dialect") {
        "deepseek" => {
            finding.severity = Severity::Advice;
            finding.with(KeptForTools {}).offers(&[]);
        }
        "glm" => {}
        "cerebras" if facts.profile.fits("name^zai-glm") => {}
        "cerebras" => {
            finding.with(NeverKept {}).offers(&[]);
        }
        _ => finding.evidence = Evidence::Reported,
    }
}

/// The member with the parameters of the chat template of open weights.
const TEMPLATE: &str = "chat_template_kwargs";

fn fix<'d>(facts: &Facts<'d>, _: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some((path, value)) = facts.profile.word("keeps").split_once('=') else { return Ok(()) };
    let value = if matches!(value, "true" | "false") { value.to_owned() } else { quote(value) };
    let Some((holder, name)) = path.split_once('.') else {
        return changes.set(facts.body, path, value.as_bytes());
    };
    match facts.body.get(holder).filter(|value| !value.is_null()) {
        Some(there) => changes.set(there, name, value.as_bytes()),
        None => {
            let first = if holder == TEMPLATE { "{\"" } else { "{\"type\":\"enabled\",\"" };
            changes.set(facts.body, holder, [first, name, "\":", &value, "}"].concat().as_bytes())
        }
    }
}
