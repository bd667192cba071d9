//! The options of a diagnosis.

/// The circumstances of the next request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorOptions {
    /// An error that the file does not hold.
    pub because: Option<String>,
    /// The model that answers next, if it is another one.
    pub model: Option<String>,
    /// The host that answers next, if it is another one.
    pub host: Option<String>,
    /// True if the session is resumed with another account.
    pub is_other_account: bool,
}
