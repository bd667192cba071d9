//! The request has two settings that exclude each other.
//!
//! # What it checks
//!
//! A request to Kimi has `thinking` or `reasoning_effort`, not both. A request to Groq has `reasoning_format` or `include_reasoning`, not
//! both. DeepSeek and GLM accept `thinking` and `reasoning_effort` together.
//!
//! Kimi refuses a request with both, and Groq documents that its two settings exclude each other.
//!
//! # Why
//!
//! > cannot specify both 'thinking' and 'reasoning_effort'
//!
//! The host refuses a request with both. Common cause: a client writes one option into the settings of every host that it supports.
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
//! Unsafe: remove one of the two. At Kimi this is `reasoning_effort`, for `kimi-k3` it is `thinking`, at Groq it is
//! `include_reasoning`.
//!
//! # Evidence
//!
//! - reported, 2026-05-20: Kimi <https://github.com/HKUDS/nanobot/issues/3939>
//! - documented, 2026-11-14: Groq, "This field is mutually exclusive with `reasoning_format`" <https://github.com/groq/groq-python>; the text of its
//!   refusal is not known
//! - catalogue: kimi.thinking-and-effort, groq.format-and-include

use crate::audit::details::{Unlisted, details};
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

details! {
    /// The setting that stays, and the one that a fix removes.
    struct ExclusiveSettings { kept: Unlisted<&'static str>, removed: Unlisted<&'static str> }
    message => "`{removed}` is not allowed together with `{kept}`"
}

const BOTH_SETTINGS: Sentence = Sentence::new("both-settings", "cannot specify both 'thinking' and 'reasoning_effort'");

/// The host, the settings that exclude each other, the evidence, and the answer if it is known. The second setting is removed.
static PAIRS: [(&str, [&str; 2], Evidence, Option<&Sentence>); 3] = [
    ("dialect=kimi name^kimi-k3", ["reasoning_effort", "thinking"], Evidence::Reported, Some(&BOTH_SETTINGS)),
    ("dialect=kimi !name^kimi-k3", ["thinking", "reasoning_effort"], Evidence::Reported, Some(&BOTH_SETTINGS)),
    ("dialect=groq", ["reasoning_format", "include_reasoning"], Evidence::Documented, None),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (host, [kept, removed], evidence, sentence) in &PAIRS {
        if facts.profile.fits(host)
            && let (Some(one), Some(other)) = (facts.body.get(kept), facts.body.get(removed))
            && !one.is_null()
            && !other.is_null()
        {
            let finding = found.at(other).beside(one).with(ExclusiveSettings { kept: Unlisted(kept), removed: Unlisted(removed) });
            finding.evidence = *evidence;
            finding.sentence = *sentence;
        }
    }
}
