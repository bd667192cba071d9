//! The model does not support this `thinkingBudget`.
//!
//! # What it checks
//!
//! `thinkingBudget` is in the range of the model. Gemini 2.5 Pro allows 128 to 32,768, 2.5 Flash 0 to 24,576, and 2.5 Flash-Lite 512 to
//! 24,576.
//!
//! The value -1 lets the model decide. The value 0 disables thinking, which the Pro models and Gemini 3.5 Flash-Lite do not allow. Vertex
//! allows it for Gemini 3.1 Pro. Gemini 4 supports no budget, only a level.
//!
//! For Gemini 4 the reports differ: some say that it refuses a budget, others that it ignores one.
//!
//! # Why
//!
//! Google refuses a budget that the model does not support.
//!
//! > The thinking budget 128 is invalid. Please choose a value between 512 and 24576.
//!
//! > Budget 0 is invalid. This model only works in thinking mode.
//!
//! > Thinking budget is not supported for this model. Use thinking level instead.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-pro"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":0}}}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-flash"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":0}}}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the budget. The model then decides how long it thinks.
//!
//! # Evidence
//!
//! - documented, 2026-09-25: <https://ai.google.dev/gemini-api/docs/thinking>
//! - reported, 2026-04-05: <https://github.com/earendil-works/pi/issues/2838>
//! - reported, 2026-04-11: <https://github.com/aduermael/herm/issues/23> (Gemma 4)
//! - reported, 2026-03-11: <https://github.com/docker/docker-agent/issues/2051> (3.1 Pro)
//! - reported, 2026-09-03: <https://github.com/googleapis/python-genai/issues/2936> (3.5 Flash-Lite)
//! - reported, 2026-10-23: 0 is accepted for 3.1 Pro on Vertex, a live check in the source of <https://github.com/pydantic/pydantic-ai>
//! - reported, 2026-10-13: <https://docs.apiyi.com/ja/api-capabilities/gemini-4-argon/overview.md> (Gemini 4)
//! - reported, 2025-11-23: <https://github.com/su-kaka/gcli2api/issues/108>, <https://github.com/earendil-works/pi/issues/3460> (Vertex)

use super::request::{BUDGET, is_vertex, thinking_config};
use crate::audit::details::details;
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::json::lossy;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-thinking-budget",
    binds: "wire=gemini-generate vendor=google name budget,thinks=always",
    when: "generationConfig,generation_config",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[NO_ZERO, NO_ZERO_ON_VERTEX, OUT_OF_RANGE, OUT_OF_RANGE_ON_VERTEX, LEVEL_INSTEAD],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The budget in the request, and the range of the model.
    struct BudgetOutOfRange { budget: String, min: String, max: String }
    message => "`thinkingBudget` is {budget}, but this model allows {min} to {max}"

    /// A budget of 0 for a model that always thinks.
    struct ZeroBudget {}
    message => "`thinkingBudget` is 0, but this model always thinks"

    /// A budget for a model that has levels.
    struct BudgetForLevels {}
    message => "`thinkingBudget` is set, but this model supports only `thinkingLevel`"
}

const NO_ZERO: Sentence = Sentence::new("no-zero", "Budget 0 is invalid. This model only works in thinking mode.");

const NO_ZERO_ON_VERTEX: Sentence =
    Sentence::new("no-zero-on-vertex", "Unable to submit request because The model does not support setting thinking_budget to 0");

const OUT_OF_RANGE: Sentence =
    Sentence::new("out-of-range", "The thinking budget {budget} is invalid. Please choose a value between {min} and {max}.");

const OUT_OF_RANGE_ON_VERTEX: Sentence =
    Sentence::new("out-of-range-on-vertex", "thinking_budget is out of range; supported values are integers from {min} to {max}.");

const LEVEL_INSTEAD: Sentence =
    Sentence::new("level-instead", "Thinking budget is not supported for this model. Use thinking level instead.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(place) = thinking_config(facts).and_then(|config| either(config, BUDGET)) else { return };
    if facts.profile.fits("budget=none") {
        found.at(place).with(BudgetForLevels {}).says(&LEVEL_INSTEAD).evidence = Evidence::Reported;
        return;
    }
    let Some(budget) = place.whole().filter(|budget| *budget != -1) else { return };
    let vertex = is_vertex(facts);
    if budget == 0 {
        if facts.profile.fits("thinks=always !zero_budget=true") {
            found.at(place).with(ZeroBudget {}).says(if vertex { &NO_ZERO_ON_VERTEX } else { &NO_ZERO });
        }
        return;
    }
    if let (Some(min), Some(max)) = (facts.profile.path("budget.min"), facts.profile.path("budget.max"))
        && let (Some(least), Some(most)) = (min.whole(), max.whole())
        && (budget < least || budget > most)
    {
        let [budget, min, max] = [place, min, max].map(|number| lossy(number.raw()));
        let finding = found.at(place).with(BudgetOutOfRange { budget, min, max });
        finding.says(if vertex { &OUT_OF_RANGE_ON_VERTEX } else { &OUT_OF_RANGE });
    }
}
