//! The options of a diagnosis.

/// The circumstances of the next request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorOptions {
    /// An error that the file does not hold. An empty text says that the recorded refusal is settled: the file was repaired after it.
    pub because: Option<String>,
    /// The model that answers next, if it is another one.
    pub model: Option<String>,
    /// The host that answers next, if it is another one.
    pub host: Option<String>,
    /// True if the session is resumed with another account.
    pub is_other_account: bool,
}

impl DoctorOptions {
    /// Returns `true` if the caller says that the recorded refusal is about an earlier state of the file.
    pub(super) fn is_settled(&self) -> bool {
        self.because.as_deref().is_some_and(|text| text.trim().is_empty())
    }

    /// The error of the caller.
    pub(super) fn given_error(&self) -> Option<&str> {
        self.because.as_deref().filter(|text| !text.trim().is_empty())
    }
}
