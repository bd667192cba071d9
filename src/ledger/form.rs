//! How much of an answer a ledger keeps.

/// The amount of content that a ledger keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The emitted bytes: all losses can be restored.
    #[default]
    Full,
    /// Handles and digests: all changes are detected, and a handle is restored beside the text that the client still has. No readable text is kept.
    Handles,
    /// Digests only: all changes are detected, no text of the reasoning is kept, and nothing can be restored.
    Digests,
}

impl Form {
    /// Returns the form of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Form::Full, Form::Handles, Form::Digests].into_iter().find(|form| form.name() == name)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::Full => "full",
            Form::Handles => "handles",
            Form::Digests => "digests",
        }
    }
}
