//! One model call in an export.

use super::bodies::{FoundRequest, response_in};
use super::given::Given;
use crate::json::{Value, quote};
use crate::model::Wire;
use crate::wires::host_of_provider;

/// A row or a span of an export.
pub(in crate::sessions) enum Observed {
    /// A model call.
    Call(Box<ObservedCall>),
    /// Anything else: a tool call, a chain, a request to a database.
    Other,
}

/// A model call. Facts are JSON, as the export writes them.
pub(in crate::sessions) struct ObservedCall {
    /// Its id.
    pub(in crate::sessions) id: Option<Vec<u8>>,
    /// The time at which it began.
    pub(in crate::sessions) time: Option<Vec<u8>>,
    /// Its conversation.
    pub(in crate::sessions) session: Option<Vec<u8>>,
    /// The HTTP status.
    pub(in crate::sessions) status: Option<Vec<u8>>,
    /// The address of the request.
    pub(in crate::sessions) url: Option<Vec<u8>>,
    /// The host of the request.
    pub(in crate::sessions) host: Option<Vec<u8>>,
    /// The requested model.
    pub(in crate::sessions) model: Option<Vec<u8>>,
    /// The bodies, or the export's content in place of a request.
    pub(in crate::sessions) bodies: CallBodies,
}

/// The bodies of a call.
pub(in crate::sessions) enum CallBodies {
    /// A request, and its answer if that was recorded.
    Recorded {
        /// The body of the request.
        request: Vec<u8>,
        /// The body of the response.
        response: Option<Vec<u8>>,
        /// The wire of both. `None` if the request cannot be read.
        wire: Option<Wire>,
        /// The parts of the request that the export leaves out.
        unrecorded: Vec<&'static str>,
    },
    /// There is no request. The sentence describes the export's content.
    Missing(&'static str),
}

/// The parts of a call in an export.
#[derive(Default)]
pub(super) struct CallParts<'d> {
    pub(super) id: Option<Value<'d>>,
    pub(super) time: Option<Vec<u8>>,
    pub(super) session: Option<Given<'d>>,
    pub(super) status: Option<Given<'d>>,
    pub(super) url: Option<Given<'d>>,
    pub(super) host: Option<Given<'d>>,
    /// The provider in the words of the export. It gives the host if neither host nor address is recorded.
    pub(super) provider: Option<String>,
    pub(super) model: Option<Given<'d>>,
    pub(super) request: Option<FoundRequest>,
    pub(super) output: Option<Given<'d>>,
    /// The content of the export, if it is not a request.
    pub(super) why: &'static str,
}

impl CallParts<'_> {
    /// Reads the bodies and builds the call.
    pub(super) fn into_call(self) -> Observed {
        let json = |given: Option<Given<'_>>| given.map(|given| given.json().to_vec()).filter(|json| json != b"null");
        let named = self.provider.as_deref().filter(|_| self.url.is_none()).and_then(host_of_provider);
        let host = json(self.host).or_else(|| named.map(|host| quote(host).into_bytes()));
        let (url, model) = (json(self.url), json(self.model));
        let bodies = match self.request {
            None => CallBodies::Missing(self.why),
            Some(found) => {
                let lacks = [("settings", !found.is_whole), ("host", host.is_none() && url.is_none())];
                CallBodies::Recorded {
                    response: self.output.as_ref().and_then(|output| response_in(output, found.wire.as_ref())),
                    request: found.text,
                    wire: found.wire,
                    unrecorded: lacks.into_iter().filter(|(_, is_lacking)| *is_lacking).map(|(part, _)| part).collect(),
                }
            }
        };
        let id = self.id.map(|id| id.raw().to_vec());
        let (session, status) = (json(self.session), json(self.status));
        Observed::Call(Box::new(ObservedCall { id, time: self.time, session, status, url, host, model, bodies }))
    }
}
