//! The one error type of the crate.
//!
//! An [`Error`] means "this could not be read": it carries a stable [`Code`], a sentence, and the place where reading
//! stopped. It never means "the provider will refuse this": that is a finding, which is data and not an error.

use std::borrow::Cow;
use std::fmt;

/// The reason why something could not be read, and the place.
///
/// Its fields are behind one pointer, so that a `Result` is hardly larger than its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<ErrorFields>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct ErrorFields {
    code: Code,
    reason: Cow<'static, str>,
    offset: Option<usize>,
    pointer: Option<String>,
    cause: Option<Error>,
}

impl Error {
    /// An error of the given code, with a sentence for people.
    #[must_use]
    pub fn new(code: Code, reason: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(ErrorFields { code, reason: reason.into(), offset: None, pointer: None, cause: None }))
    }

    /// The same error, placed at a byte of the input.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// The same error, placed at a JSON pointer of the input.
    #[must_use]
    pub fn in_value(mut self, pointer: impl Into<String>) -> Self {
        self.0.pointer = Some(pointer.into());
        self
    }

    /// The same error, whose value is a member of another one.
    #[must_use]
    pub fn in_member(mut self, name: &str) -> Self {
        self.0.pointer = Some(["/", name, self.pointer().unwrap_or_default()].concat());
        self
    }

    /// The same error, with the error it stems from.
    #[must_use]
    pub fn because(mut self, cause: Error) -> Self {
        self.0.cause = Some(cause);
        self
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The sentence for people, without the place.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    /// The byte at which reading stopped, where there is one.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The JSON pointer of the value at fault, where there is one.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.0.pointer.as_deref()
    }

    /// The error this one stems from.
    #[must_use]
    pub fn cause(&self) -> Option<&Error> {
        self.0.cause.as_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())?;
        if let Some(offset) = self.offset() {
            write!(f, " (byte {offset})")?;
        }
        if let Some(pointer) = self.pointer() {
            f.write_str(" (at \"")?;
            f.write_str(pointer)?;
            f.write_str("\")")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().map(|cause| -> &(dyn std::error::Error + 'static) { cause })
    }
}

/// Declares the codes once: the variant, its stable text and what it means.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// The kind of an error. The texts are part of the API and never change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// Every code there is.
            pub const ALL: &'static [Code] = &[$(Code::$name,)+];

            /// The stable text, as found in `error.code` on the JavaScript side.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }
        }
    };
}

codes! {
    /// The text breaks the grammar of JSON.
    JsonSyntax = "E_JSON_SYNTAX",
    /// The text ends before its value does.
    JsonTruncated = "E_JSON_TRUNCATED",
    /// The bytes are not UTF-8.
    JsonUtf8 = "E_JSON_UTF8",
    /// The text nests deeper than the limit.
    JsonDepth = "E_JSON_DEPTH",
    /// The text is longer, or holds more values, than the limit.
    JsonSize = "E_JSON_SIZE",
    /// A JSON pointer that is not one.
    PointerSyntax = "E_POINTER_SYNTAX",
    /// A JSON pointer that leads to nothing.
    PointerMissing = "E_POINTER_MISSING",
    /// An edit that reaches outside the text, or two that overlap.
    EditRange = "E_EDIT_RANGE",
    /// An edit that does not fit the value it is meant for, or whose new text is not JSON.
    EditValue = "E_EDIT_VALUE",
    /// A thought that breaks the rules of `RawThought`.
    Thought = "E_INVALID_INITIAL_THOUGHT_VALUE",
    /// An identity that breaks the rules of `RawIdentity`.
    Identity = "E_INVALID_INITIAL_IDENTITY_VALUE",
    /// A time that cannot be read.
    Time = "E_TIME",
    /// A value that does not have the shape of a message.
    Message = "E_MESSAGE",
    /// A value that is not a reasoning item at all.
    ReasoningItem = "E_REASONING_ITEM",
    /// A pattern that cannot be read, is not in the part of the language that is taken, or is too large.
    Pattern = "E_PATTERN",
    /// The text breaks the grammar of YAML, or uses what has no counterpart in JSON.
    Yaml = "E_YAML",
    /// An argument of the wrong kind, such as a number where a body is meant.
    Input = "E_INPUT",
    /// A JavaScript string with half of a surrogate pair, which UTF-8 cannot hold.
    LoneSurrogate = "E_LONE_SURROGATE",
}
