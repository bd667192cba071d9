//! The options of an audit.

use super::rule::Rule;
use crate::ledger::Ledger;

/// The choices of a caller.
#[derive(Default)]
pub struct Options<'d> {
    /// Rows that outrank those of `models/`: a JSON array of them, or nothing.
    pub models: &'d [u8],
    /// The rules that do not run.
    pub off: Vec<&'static Rule>,
    /// The recorded answers, for the rules that need them.
    pub ledger: Option<&'d Ledger>,
}
