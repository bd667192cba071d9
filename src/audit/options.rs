//! The options of an audit.

use super::rule::Rule;
use crate::ledger::Ledger;

/// The choices of a caller.
#[derive(Default)]
pub struct Options<'d> {
    /// Rows that outrank the shipped ones, of models (`if`, `set`) and of hosts (`name`, as in [`HOSTS`](crate::wires::HOSTS)): a JSON array, or nothing.
    pub models: &'d [u8],
    /// The rules that do not run.
    pub off: Vec<&'static Rule>,
    /// The recorded answers, for the rules that need them.
    pub ledger: Option<&'d Ledger>,
    /// The number of findings that a report lists; [`MOST_FINDINGS`](super::MOST_FINDINGS) if nothing is given.
    pub most_findings: Option<usize>,
}
