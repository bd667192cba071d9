//! Floor 5: what a provider would refuse or lose, known before the request is sent.
//!
//! A request is read once into [`Facts`]; rules are pure functions over them, one a file in [`rules`]; what they find is
//! data. Everything that changes by the month (which model binds what, which host asks for what) is in the tables of `models/` and
//! reaches the rules as the [profile] of the target.
//!
//! A new rule is one file, one line in its folder's `mod.rs` and one folder in `tests/rules`.
//!
//! # What others got wrong, and the rule that says so
//!
//! | what was done | rule |
//! |---|---|
//! | a thinking block kept as a text, its signature dropped | `thinking-without-signature` |
//! | empty thinking filtered out, signature and all | `dropped-thought` |
//! | thinking blocks hoisted to the head of a merged message | `changed-latest-thinking` |
//! | a log's masked copy sent back | `invalid-thinking-signature`, `damaged-ciphertext`, `masked-handle`, `redacted-copy` |
//! | the ciphertext taken from the first event of its item | `stub-ciphertext` |
//! | a reasoning item kept, the item it was thought for pruned | `reasoning-without-following-item` |
//! | an item sent by its id, the reasoning before it dropped | `stored-item-without-reasoning` |
//! | a thought signature put inside the function call | `nested-thought-signature` |
//! | a function call rebuilt from its name and arguments | `missing-thought-signature` |
//! | pieces of streamed `reasoning_details` stored unmerged | `fragmented-details` |
//! | a history sent on to another vendor, handles and all | `foreign-thought-signature`, `foreign-details`, `foreign-handle` |
//! | `reasoning_content` renamed, dropped, or sent to a host that refuses it | `missing-reasoning-content`, `overlooked-reasoning-field`, `unsupported-reasoning-field` |
//! | a signature hidden in the id of a call | `thought-in-call-id` |
//! | the system prompt or an early message edited | `edited-prefix` |
//! | calls numbered anew, and what refers to them overlooked | `rewritten-id`, `unlinked-details` |
//! | a turn appended twice by a retry | `repeated-thought`, `duplicate-item` |

mod auditor;
mod classify;
mod conversation;
mod facts;
mod finding;
pub mod follow;
pub mod ledger_match;
pub mod profile;
mod repair;
mod replay;
mod report;
pub mod rewrite;
mod rule;
pub mod rules;
pub mod view;

use crate::codecs::codec;
use crate::error::{Code, Error};
use crate::json::{Document, Value, scan};
use crate::ledger::{Ledger, Settings};
use crate::model::{Target, Wire};
use auditor::{CarriedFinding, KnownPrefix, places_of};
use ledger_match::identify;
use profile::Binding;

pub use auditor::Auditor;
pub use classify::{Classified, Sentence, classify, classify_by};
pub use conversation::{Conversation, conversation};
pub use facts::{Facts, Run, Tool};
pub use finding::{Finding, Found};
pub use follow::{Followed, follow};
pub use ledger_match::LedgerMatch;
pub use repair::{Mended, Repaired, Step, repair};
pub use replay::{ReplayAudit, ReplayContract, ReplayViolation, audit_replay};
pub use report::{Check, Report, Verdict};
pub use rewrite::{Break, Elision, Rewrite, Way, can_rewrite};
pub use rule::{Evidence, Mend, Needs, Rule, Safety, Severity};

/// What a caller may want otherwise.
#[derive(Default)]
pub struct Options<'d> {
    /// Rows that outrank those of `models/`: a JSON array of them, or nothing.
    pub models: &'d [u8],
    /// Rules that shall not run.
    pub off: Vec<&'static Rule>,
    /// What was emitted, for the rules that need to know.
    pub ledger: Option<&'d Ledger>,
}

/// Audits a request that is about to go to a target, and hands the report to a reader while what it points into is there.
///
/// # Errors
/// Tables of the caller that cannot be read.
pub fn audit<T>(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    read: impl for<'d> FnOnce(&Facts<'d>, Report<'d>) -> T,
) -> Result<T, Error> {
    let (mut read, mut answer) = (Some(read), None);
    with_facts(request, target, options, None, &mut |facts| {
        answer = read.take().map(|read| read(facts, judge(facts, options)));
    })?;
    // The reader was called, once, since there was no error.
    answer.ok_or_else(|| Error::new(Code::Input, "no report"))
}

/// Reads a request, all of it or around what is known. Not generic: there is one of it, whoever looks at the facts.
fn with_facts(
    request: &Document<'_>,
    target: &Target,
    options: &Options<'_>,
    known: Option<&KnownPrefix>,
    look: &mut dyn for<'d> FnMut(&Facts<'d>),
) -> Result<(), Error> {
    let body = request.root();
    let (profile, binding) = profile::bound(target, body, options.models)?;
    let profile = scan(&profile)?;
    let history = codec(&target.wire).map(|codec| codec.request(body)).unwrap_or_default();
    let entries = history.entries();
    let mut facts = Facts::new(body, profile.root(), &target.wire, &entries);
    facts.binding = binding;
    let identified = options.ledger.map(|ledger| {
        let settings = known.map_or_else(|| Settings::of(body), |known| known.settings.clone());
        (ledger, identify(&facts, ledger, settings, known))
    });
    facts.matched = identified.as_ref().map(|(ledger, identified)| LedgerMatch::new(&facts, ledger, identified));
    look(&facts);
    Ok(())
}

/// Runs every rule.
fn judge<'d>(facts: &Facts<'d>, options: &Options<'_>) -> Report<'d> {
    let mut report = Report::new(facts);
    for (rule, answer) in rules::all().zip(&facts.binding) {
        let answer = if options.off.contains(&rule) { Some(Check::Off) } else { *answer };
        if let Some(check) = answer {
            report.checks.push(check);
            continue;
        }
        let mut found = Found::new(rule);
        let check = apply(rule, facts, &mut found);
        report.add(check, found.finish());
    }
    report.order();
    report
}

/// What a profile makes of each rule: nothing if the rule binds, else what becomes of it.
fn binding(profile: Value<'_>, wire: &Wire) -> Binding {
    let answer = |rule: &'static Rule| {
        if !is_of(rule, wire) {
            return Some(Check::NotApplicable);
        }
        // A target that does not say whose model it is leaves it open whether the rule binds.
        let condition = profile.unmet(rule.binds)?;
        let condition = condition.strip_prefix(b"!").unwrap_or(condition);
        let asks = |name: &str| condition.starts_with(name.as_bytes()) && profile.get(name).is_none();
        Some(OPEN.iter().find(|(name, _)| asks(name)).map_or(Check::NotApplicable, |(_, what)| Check::Unknown(what)))
    };
    rules::all().map(answer).collect()
}

/// Runs a rule that binds, if it has anything to say of that request.
fn apply<'d>(rule: &'static Rule, facts: &Facts<'d>, found: &mut Found<'d>) -> Check {
    if let Some(condition) = facts.body.unmet(rule.when) {
        // What the provider holds of the conversation is not in the request.
        let stored = ["!previous_response_id", "!conversation"].iter().any(|name| condition.starts_with(name.as_bytes()));
        return if stored { Check::Unknown(STORED) } else { Check::NotApplicable };
    }
    if rule.needs == Needs::Ledger && facts.matched.is_none() {
        return Check::Unknown(LEDGER);
    }
    (rule.check)(facts, found);
    match (found.is_empty(), found.unknown) {
        (false, _) => Check::Failed,
        (true, Some(what)) => Check::Unknown(what),
        (true, None) => Check::Passed,
    }
}

/// Whether a rule is about a wire: that is the first thing it says.
fn is_of(rule: &Rule, wire: &Wire) -> bool {
    let names = rule.binds.as_bytes().strip_prefix(b"wire=").unwrap_or_default();
    let names = names.split(|byte| *byte == b' ').next().unwrap_or_default();
    names.split(|byte| *byte == b'|').any(|name| name == wire.as_str().as_bytes())
}

/// What only a record of what was emitted can tell.
pub const LEDGER: &str = "needs a ledger";

/// What a chain of responses, or a conversation of the provider's, leaves open.
pub const STORED: &str = "needs what the provider has stored";

/// What a target may leave open.
const OPEN: [(&str, &str); 4] =
    [("name", "needs the model"), ("vendor", "needs the host"), ("dialect", "needs the host"), ("surface", "needs the host")];
