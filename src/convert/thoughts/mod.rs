//! Thoughts apart from their answers: which of them a target gets, in what form, and where in a request each belongs.
//!
//! ```text
//! kept thoughts ─► bundle ─► plan (fates) ─► pieces ─► places in the request ─► edits
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `bundle` | kept thoughts as one conversation, so that the plan of a conversion decides their fates |
//! | `pieces` | the fate of each thought, and what of it is written |
//! | `history` | the answers of a request, or of messages of a format |
//! | `anchors` | the place of a thought in a request: beside the parts that were beside it in its answer |
//! | `slots` | the edits that put a piece into its place |
//! | `read` | the thoughts of any body, each as its issuer wrote it |
//! | `place`, `route` | the two calls: put thoughts into a request; choose the thoughts to send |

mod anchors;
mod bundle;
mod history;
mod pieces;
mod place;
mod read;
mod route;
mod slots;

use super::policy::Policy;
use crate::json::{Document, Value};
use crate::model::{NativeThought, Target, Wire};
use crate::wires::{EntryShape, description};

pub use pieces::{Piece, SentThought, send_thoughts};
pub use place::{PlacedThought, Placement, place_thoughts};
pub use read::{FoundThought, answers, read_thoughts};
pub use route::{RouteMode, RouteTerms, RouteWindow, route_thoughts};

/// A thought as somebody kept it.
#[derive(Clone, Debug)]
pub struct KeptThought<'t> {
    /// Its id.
    pub id: String,
    /// Its readable text.
    pub content: String,
    /// The tag of the wires that accept its payload.
    pub tag: Option<String>,
    /// The data that only its provider can read, if it has any.
    pub payload: Option<Value<'t>>,
    /// The name of the encoding of the payload, if it is not JSON as it is.
    pub encoding: Option<String>,
    /// Its native form, if the payload has one.
    pub native: Option<NativeThought>,
    /// The issuer of a text between tags, which has no native form.
    pub tagged: Option<Target>,
    /// The agent that had it.
    pub agent: String,
    /// The time of its recording.
    pub time: String,
}

impl KeptThought<'_> {
    /// Returns `true` if a wire must carry the payload and not the content.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        self.payload.is_some() && self.tagged.is_none()
    }

    /// Returns `true` for a note that a prompt asked for, such as a reflection. Its payload is the record of the system that asked, and no vendor's.
    #[must_use]
    pub fn is_prompted(&self) -> bool {
        self.payload.is_some_and(|payload| payload.fits("channel=prompted"))
    }

    /// The answer that it is of: its response, else the time of its recording.
    #[must_use]
    pub fn turn(&self) -> &str {
        self.native.as_ref().and_then(|native| native.response.as_deref()).unwrap_or(&self.time)
    }
}

/// The receiver of kept thoughts, with the caller's choices.
pub struct Receiver<'r> {
    /// The target.
    pub to: &'r Target,
    /// The policy for thoughts that the target does not read.
    pub policy: &'r Policy,
    /// The tags that the adapter accepts although no wire has them. Their thoughts are sent in the side channel.
    pub accepts: &'r [String],
    /// The request that they are put into, which may name the model.
    pub request: Option<Value<'r>>,
    /// The rows of models and hosts; nothing for those of the crate.
    pub models: &'r [u8],
}

/// A request that thoughts are put into.
pub struct Recipient<'d> {
    /// The request.
    pub document: &'d Document<'d>,
    /// Its wire.
    pub wire: &'d Wire,
    /// True if a thought without its neighbours is put at the front of the first answer: the caller says that it belongs to that answer.
    pub is_one_answer: bool,
    /// True if a thought may only be written as a thought, and never as a visible text.
    pub is_replay: bool,
}

impl Recipient<'_> {
    /// Returns `true` if an answer is several entries: the items of one list.
    fn has_items(&self) -> bool {
        matches!(description(self.wire).entries, EntryShape::Items | EntryShape::Steps)
    }
}
