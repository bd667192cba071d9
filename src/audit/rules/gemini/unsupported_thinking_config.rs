//! `thinkingConfig` is set, but this model does not support thinking.
//!
//! # What it checks
//!
//! A request to Gemini 1.5 or 2.0, or to a text-to-speech model of 2.5, has no `thinkingConfig` that includes thoughts or sets a budget. The
//! experimental thinking models are excluded.
//!
//! Gemini 2.5 Flash Image does not think either. The Gemini API refuses every `thinkingConfig` for it, also one with a budget of 0.
//!
//! # Why
//!
//! Google refuses thinking settings for a model that cannot think.
//!
//! Common cause: a client sends `includeThoughts` to every model.
//!
//! > thinking_config is not supported.
//!
//! > Unable to submit request because thinking is not supported by this model.
//!
//! > Thinking is not enabled for this model
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.0-flash"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":500,"includeThoughts":true}}}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-2.5-flash"},"request":{"contents":[{"role":"user","parts":[{"text":"Hello"}]}],
//!   "generationConfig":{"thinkingConfig":{"thinkingBudget":500,"includeThoughts":true}}}}
//! ```
//!
//! # Fix
//!
//! Safe: remove `thinkingConfig`. The model does not think with it or without it.
//!
//! # Evidence
//!
//! - reported, 2025-06-12: <https://github.com/immersive-translate/immersive-translate/issues/2976>
//! - reported, 2025-06-12: <https://github.com/googleapis/js-genai/issues/681> (Vertex)
//! - reported, 2025-05-27: <https://github.com/lobehub/lobehub/issues/7985> (image generation)
//! - observed, 2026-11-15: refused by a text-to-speech model of 2.5
//! - reported, 2026-10-23: 2.5 Flash Image, a live check of both platforms in the source of <https://github.com/pydantic/pydantic-ai>

use super::request::{is_vertex, thinking_config};
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-thinking-config",
    binds: "wire=gemini-generate vendor=google name thinks=never",
    when: "generationConfig,generation_config",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[UNSUPPORTED, UNSUPPORTED_ON_VERTEX, NOT_ENABLED, NOT_ENABLED_HERE],
    check,
    fixes: &[Fix::new("remove", Safety::Safe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The model.
    struct UnsupportedThinking { model: String }
    message => "`thinkingConfig` is set, but `{model}` does not support thinking"
}

const UNSUPPORTED: Sentence = Sentence::new("unsupported", "thinking_config is not supported.");

const UNSUPPORTED_ON_VERTEX: Sentence =
    Sentence::new("unsupported-on-vertex", "Unable to submit request because thinking is not supported by this model.");

const NOT_ENABLED: Sentence = Sentence::new("not-enabled", "Thinking is not enabled for models/{model}");

const NOT_ENABLED_HERE: Sentence = Sentence::new("not-enabled-here", "Thinking is not enabled for this model");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if let Some(config) = thinking_config(facts).filter(|config| config.fits(ASKS) || facts.profile.fits("thinking_config=refused")) {
        let is_text_to_speech = facts.profile.fits("surface=api name~tts");
        let sentence = if is_text_to_speech || facts.profile.fits("thinking_config=refused") {
            &NOT_ENABLED_HERE
        } else if facts.profile.fits("surface=api name~image") {
            &NOT_ENABLED
        } else if is_vertex(facts) {
            &UNSUPPORTED_ON_VERTEX
        } else {
            &UNSUPPORTED
        };
        let finding = found.at(config).with(UnsupportedThinking { model: facts.profile.word("model").to_owned() }).says(sentence);
        if !is_text_to_speech {
            finding.evidence = Evidence::Reported;
        }
    }
}

const ASKS: &str = "includeThoughts=true,include_thoughts=true,thinkingBudget>0,thinking_budget>0,thinkingBudget<0,thinking_budget<0";
