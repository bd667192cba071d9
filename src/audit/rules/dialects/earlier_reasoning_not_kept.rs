//! Reasoning of earlier rounds goes to a host that drops it unless it is told to keep it.
//!
//! # What it checks
//!
//! A request that carries reasoning of rounds before the open one also says that it shall be read: `thinking.keep: "all"` for Kimi K2.6,
//! `thinking.clear_thinking: false` for GLM-4.7 and later (but not on the address of the Coding Plan, which keeps it),
//! `preserve_thinking: true` for Qwen 3.6 and later at Alibaba, `clear_thinking: false` at Cerebras. Open weights of Qwen 3.6 and later, with
//! tools and two calls or more, want `chat_template_kwargs.preserve_thinking: true`. DeepSeek reads it only in a request with `tools`.
//!
//! # Why
//!
//! The hosts answer as if nothing were missing. Z.ai documents that preserved thinking is off by default on the standard endpoint and is
//! switched on by `"clear_thinking": false`; Moonshot, that K2.6 ignores the reasoning of historical turns unless `keep` is `"all"`. Open weights
//! of Qwen then call tools with `{}` for arguments after two or three turns.
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
//! Unsafe: the switch is set, so that the model reads, and the caller pays for, what was sent. None for DeepSeek, where it is advice only: the reasoning
//! may as well be left out. None for models of Cerebras other than GLM, which have no such switch.
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

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let keeps = facts.profile.word("keeps");
    if facts.body.fits(keeps) {
        return;
    }
    // One switch, one finding: at the first message that loses by it.
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
    let finding = found.at(place);
    match facts.profile.word("dialect") {
        "deepseek" => {
            finding.severity = Severity::Advice;
            finding.offers(&[]);
        }
        "glm" => {}
        "cerebras" if facts.profile.fits("name^zai-glm") => {}
        "cerebras" => {
            finding.offers(&[]);
        }
        _ => finding.evidence = Evidence::Reported,
    }
}

/// The member with the parameters of the template that open weights come with.
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
