//! An assistant message has several `thinking` blocks, but Ollama keeps only the last.
//!
//! # What it checks
//!
//! On Ollama's Messages endpoint, no assistant message has more than one `thinking` block.
//!
//! # Why
//!
//! Ollama's internal message has one field for thinking. Each block overwrites the previous one, and there is no error.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"ollama"},"request":{"model":"qwen3","max_tokens":4096,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"First. "},{"type":"thinking","thinking":"Then."},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"ollama"},"request":{"model":"qwen3","max_tokens":4096,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"First. Then."},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: join all `thinking` blocks of the message into the last one, in order.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: read in `anthropic/anthropic.go` of <https://github.com/ollama/ollama>
//! - catalogue: ollama.anthropic-multi-thinking

use super::blocks::is_thinking;
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::texts::join_texts;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "several-thinking-blocks",
    binds: "wire=anthropic-messages dialect=ollama",
    severity: Severity::Degrade,
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("join-blocks", Safety::Safe, FixEdit::By(fix)).titled("Join the `thinking` blocks of the message into one.")],
    ..Rule::DEFAULT
};

details! {
    /// The number of blocks.
    struct SeveralBlocks { blocks: Unlisted<usize> }
    message => "The assistant message has {blocks} `thinking` blocks, but Ollama keeps only the last"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        let mut blocks = Vec::new();
        for part in entry.parts.iter().rev() {
            if is_thinking(part) && part.value.fits("type=thinking thinking:s") {
                blocks.push(part.value);
            }
        }
        if blocks.len() > 1
            && let Some(finding) = found.all(&blocks)
        {
            finding.with(SeveralBlocks { blocks: Unlisted(blocks.len()) });
        }
    }
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut texts = Vec::new();
    for block in &finding.related {
        block.collect("thinking", &mut texts);
        changes.remove(*block)?;
    }
    texts.reverse();
    finding.place.collect("thinking", &mut texts);
    changes.set(finding.place, "thinking", &join_texts(&texts))
}
