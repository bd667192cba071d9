//! Two settings stand in the request that exclude each other.
//!
//! # What it checks
//!
//! At Kimi a request has `thinking` or `reasoning_effort`, at Groq `reasoning_format` or `include_reasoning`, and not both. DeepSeek and GLM take
//! `thinking` and `reasoning_effort` together.
//!
//! # Why
//!
//! > cannot specify both 'thinking' and 'reasoning_effort'
//!
//! A client maps one wish to the settings of every host that it knows.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.moonshot.ai"},"request":{"model":"kimi-k2.6","thinking":{"type":"enabled"},"reasoning_effort":"high",
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.moonshot.ai"},"request":{"model":"kimi-k2.6","thinking":{"type":"enabled"},
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the one that the model has less use for goes: `reasoning_effort` at Kimi, but `thinking` for `kimi-k3`; `include_reasoning` at Groq.
//!
//! # Evidence
//!
//! - reported, 2026-05-20: Kimi <https://github.com/HKUDS/nanobot/issues/3939>
//! - documented, 2026-11-14: Groq, "This field is mutually exclusive with `reasoning_format`" <https://github.com/groq/groq-python>; the words of its
//!   refusal are not known
//! - catalogue: kimi.thinking-and-effort, groq.format-and-include

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "exclusive-settings",
    binds: "wire=openai-chat dialect=kimi|groq",
    when: "thinking,reasoning_format reasoning_effort,include_reasoning",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[BOTH_SETTINGS],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

const BOTH_SETTINGS: Sentence = Sentence::new("both-settings", "cannot specify both 'thinking' and 'reasoning_effort'");

/// The host, the settings that exclude each other, the evidence, and the answer if it is known. The second setting is removed.
static PAIRS: [(&str, [&str; 2], Evidence, Option<&Sentence>); 3] = [
    ("dialect=kimi name^kimi-k3", ["reasoning_effort", "thinking"], Evidence::Reported, Some(&BOTH_SETTINGS)),
    ("dialect=kimi !name^kimi-k3", ["thinking", "reasoning_effort"], Evidence::Reported, Some(&BOTH_SETTINGS)),
    ("dialect=groq", ["reasoning_format", "include_reasoning"], Evidence::Documented, None),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (host, [one, other], evidence, sentence) in &PAIRS {
        if facts.profile.fits(host)
            && let (Some(one), Some(other)) = (facts.body.get(one), facts.body.get(other))
            && !one.is_null()
            && !other.is_null()
        {
            let finding = found.at(other).beside(one);
            finding.evidence = *evidence;
            finding.sentence = *sentence;
        }
    }
}
