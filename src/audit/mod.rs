//! Layer 7: what a provider would refuse or lose, known before the request is sent.
//!
//! A request is read once into [`Facts`]; rules are pure functions over them, one a file in [`rules`]; what they find is
//! data. Everything that changes by the month (which model binds what, which host asks for what) is in the tables of
//! [`knowledge`](crate::knowledge) and reaches the rules as the profile of the target.
//!
//! A new rule is one file, one line in its folder's `mod.rs` and one folder in `tests/data/rules`.
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
//! | calls numbered again, and what refers to them overlooked | `rewritten-id`, `unlinked-details` |
//! | a turn appended twice by a retry | `repeated-thought`, `duplicate-item` |

mod auditor;
mod binding;
mod card;
mod classify;
mod conversation;
mod details;
mod engine;
mod facts;
mod finding;
mod fix;
mod fix_title;
pub mod follow;
mod grade;
mod options;
mod place_name;
mod repair;
mod report;
pub mod rewrite;
mod rule;
pub mod rules;
mod sentence;

pub use crate::request::{RequestFacts, Run, Tool};
pub(crate) use auditor::places_of;
pub use auditor::{AuditedWhole, Auditor};
pub use card::{RuleDocs, RuleTexts};
pub use classify::{Classified, classify};
pub use conversation::{Conversation, conversation};
pub use details::{Args, Details};
pub use engine::audit;
pub use facts::Facts;
pub(crate) use finding::CarriedPlace;
pub use finding::{Finding, Found, MadeFix, ProposedFix};
pub(crate) use fix::{FixBudget, fix_of};
pub use follow::{Followed, follow};
pub use grade::{Evidence, HOST, LEDGER, LISTED_HOST, Needs, Presumed, STORED, Safety, Severity, Tier};

pub use options::Options;
pub use repair::{AppliedFix, FixedPlace, RepairReader, Repaired, SkippedFix, Spared, Step, repair, repair_document, repair_refusals};
pub use report::{Check, MOST_FINDINGS, Report, Verdict};
pub use rewrite::{Break, Elision, Rewrite, RewriteMethod, can_rewrite};
pub use rule::{Effect, Fix, FixEdit, Rule, Subject};
pub use sentence::Sentence;
