//! The caller's choices for thoughts that the target does not read.

/// The caller's choices, as far as the contract of the target leaves one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The fate of a thought of another issuer.
    pub foreign: ForeignThoughts,
    /// How far back thoughts are sent.
    pub window: Window,
    /// In what form thoughts are sent.
    pub mode: Mode,
    /// True if a call that must be signed and is not gets the string that Google documents for it.
    pub placeholder: bool,
    /// The marks before and after a thought that is sent as a text.
    pub envelope: [String; 2],
    /// The member of the request that holds thoughts which are sent beside the messages.
    pub side_channel: String,
}

/// The fate of a thought of another issuer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignThoughts {
    /// It is left out.
    Drop,
    /// Its text is sent as visible text, in an envelope.
    Envelope,
    /// It is sent in a member of the request beside the messages.
    SideChannel,
    /// Its summary is sent as visible text, in an envelope, if the issuer made one.
    Summary,
}

/// How far back thoughts are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Those after the last input of the user.
    Round,
    /// Those of the last answer.
    Turn,
    /// All.
    All,
}

/// In what form thoughts are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// None is sent.
    Off,
    /// Whole, with what only the issuer reads.
    Encrypted,
    /// Their readable text, and nothing else.
    SummaryOnly,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            foreign: ForeignThoughts::Drop,
            window: Window::All,
            mode: Mode::Encrypted,
            placeholder: true,
            envelope: ["<thought>", "</thought>"].map(str::to_owned),
            side_channel: "_reasoning_payloads".to_owned(),
        }
    }
}
