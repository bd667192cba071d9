//! The request that an agent will build from a file, with the user's next message.

use super::options::DoctorOptions;
use crate::model::{Target, Wire};
use crate::sessions::resumed::{Resumed, Source};
use crate::sessions::session::head_of;
use crate::wires::description;

/// The next request, and the way back to the lines of the file.
pub struct NextRequest {
    pub text: Vec<u8>,
    pub target: Target,
    /// The byte at which the messages begin.
    begin: usize,
    resumed: Resumed,
}

impl NextRequest {
    /// Puts the request together. The user says something, as every resume begins.
    pub fn of(resumed: Resumed, options: &DoctorOptions) -> Self {
        let wire = Wire::named(resumed.wire.clone());
        let list = description(&wire).list;
        let head = head_of(&resumed.opening, Some(&wire));
        let said: &[u8] = match list {
            "contents" => b",{\"role\":\"user\",\"parts\":[{\"text\":\"Continue.\"}]}",
            _ if wire == Wire::BEDROCK_CONVERSE => b",{\"role\":\"user\",\"content\":[{\"text\":\"Continue.\"}]}",
            _ => b",{\"role\":\"user\",\"content\":\"Continue.\"}",
        };
        let text = [head.as_slice(), &resumed.messages, said, b"]}"].concat();
        Self { text, target: target_of(&resumed, wire, options), begin: head.len(), resumed }
    }

    /// Returns `true` if the messages are longer than any provider accepts. They are not kept then.
    pub fn is_too_long(&self) -> bool {
        self.resumed.is_too_long
    }

    /// Returns the line of a byte of the request.
    pub fn source_of(&self, byte: usize) -> Option<Source> {
        let byte = byte.checked_sub(self.begin).filter(|byte| *byte < self.resumed.messages.len())?;
        self.resumed.source_of(byte)
    }

    pub fn session(&self) -> Option<&str> {
        self.resumed.session.as_deref()
    }
}

fn target_of(resumed: &Resumed, wire: Wire, options: &DoctorOptions) -> Target {
    let mut target = Target::new(wire);
    target.url.clone_from(&resumed.url);
    target.host.clone_from(&resumed.host);
    target.model = options.model.clone().or_else(|| resumed.model.clone());
    let mut unrecorded = resumed.unrecorded.clone();
    if let Some(host) = &options.host {
        (target.host, target.url) = (Some(host.to_ascii_lowercase()), None);
        unrecorded.retain(|what| *what != "host");
    }
    target.unrecorded = unrecorded.iter().map(|what| (*what).to_owned()).collect();
    target
}
