//! A change of the file.

use crate::json::Span;

/// Bytes of the file that a text replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    pub line: usize,
    pub span: Span,
    pub text: Vec<u8>,
}
