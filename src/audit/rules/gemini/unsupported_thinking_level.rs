//! The model does not support this `thinkingLevel`.
//!
//! # What it checks
//!
//! `thinkingLevel` is a level of the model. Gemini 3 Pro has `low` and `high`. Gemini 3.1 Pro, 3.7 Flash, 3.8 Flash and Gemini 4 have `low`,
//! `medium` and `high`. The image models of 3.1 have `minimal` and `high`, but Vertex accepts every level for 3.1 Flash Image.
//!
//! Gemini 2.5 supports only a budget, and text-to-speech models support neither. The rule applies to generateContent only, because Interactions
//! accept levels for 2.5 too.
//!
//! # Why
//!
//! Google refuses a level that the model does not have.
//!
//! Common cause: a client sends a level to every Gemini model.
//!
//! > Thinking level MINIMAL is not supported for this model.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3.1-pro-preview"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingLevel":"minimal"}}}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingLevel":"minimal"}}}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the level. The model then uses its default.
//!
//! # Evidence
//!
//! - documented, 2026-09-02: <https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-3-8-flash>
//! - documented, 2026-09-25: <https://ai.google.dev/gemini-api/docs/thinking>
//! - documented, 2026-10-13: <https://ai.google.dev/gemini-api/docs/generate-content/latest-model> (Gemini 4)
//! - reported, 2026-08-13: <https://github.com/OpenMinis/OpenMinis/issues/226> (a text-to-speech model)
//! - reported, 2026-05-30: <https://github.com/vellum-ai/vellum-assistant/pull/32687> (3.1 Pro)
//! - reported, 2026-04-04: <https://github.com/earendil-works/pi/issues/2812>, <https://github.com/livekit/agents/issues/7071> (Gemma 4)
//! - reported, 2026-01-13: <https://github.com/RooCodeInc/Roo-Code/issues/10700> (2.5)
//! - reported, 2025-12-17: <https://github.com/jenslys/opencode-gemini-auth/issues/14> (Vertex)
//! - reported, 2026-09-30: `low` and `medium` are accepted for 3.1 Flash Image on Vertex, a live check in the source of <https://github.com/pydantic/pydantic-ai>
//! - observed, 2026-11-14: `minimal` and `low` accepted for 2.5 on Interactions
//! - catalogue: config.gem.level

use super::request::{LEVEL, is_vertex, thinking_config};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::either;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-thinking-level",
    binds: "wire=gemini-generate vendor=google name levels",
    when: "generationConfig,generation_config",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[UNSUPPORTED, UNSUPPORTED_ON_VERTEX],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The level with a space after it, as a piece of Google's sentence. Empty, if the model has no levels. And the level as the request has it.
    struct UnsupportedLevel { level: String, given: Unlisted<String> }
    message if level.is_empty() => "`thinkingLevel` is set, but this model does not support it"
    message => "`thinkingLevel` is `{given}`, which this model does not support"
}

const UNSUPPORTED: Sentence = Sentence::new("unsupported", "Thinking level {level}is not supported for this model.");

const UNSUPPORTED_ON_VERTEX: Sentence =
    Sentence::new("unsupported-on-vertex", "Unable to submit request because thinking_level {level}is not supported by this model.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(place) = thinking_config(facts).and_then(|config| either(config, LEVEL)) else { return };
    let Some(level) = place.text().and_then(|text| text.plain()) else { return };
    let mut said = level.to_ascii_lowercase();
    if !facts.profile.fits("levels.*") {
        said.clear();
    } else if is_level(&said) && !facts.profile.fits(&["levels.*=", &said].concat()) {
        said.make_ascii_uppercase();
        said.push(' ');
    } else {
        return;
    }
    let finding = found.at(place).with(UnsupportedLevel { level: said, given: Unlisted(level.to_owned()) });
    finding.says(if is_vertex(facts) { &UNSUPPORTED_ON_VERTEX } else { &UNSUPPORTED });
    if facts.profile.fits("levels_known=reported") {
        finding.evidence = Evidence::Reported;
    }
}

/// Returns `true` if a word is a level.
fn is_level(level: &str) -> bool {
    ["minimal", "low", "medium", "high"].contains(&level)
}
