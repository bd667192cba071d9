//! Sessions of agents that store messages in their own form and send them on several wires.
//!
//! A reader makes [`Message`]s of its format. [`AgentLog`] keeps them, writes them on the wire of the answer, and reports an exchange for each answer. If a session
//! continues with another model, the messages are written again as the agent sends them there, because it drops or changes the thoughts of other models.

mod anthropic;
mod chat;
mod converse;
mod gemini;
mod log;
mod message;
mod place;
mod read;
mod responses;
mod sdk;
mod wire;
mod write;

pub(super) use log::{AgentLog, Answer};
pub(super) use message::{Foreign, Json, Message, Origin, Part, Role, concat_json, text_json};
pub(super) use place::Place;
pub(super) use read::{calls_of, image_of, member, parts_of, reasoning_item, result_of, role_of, thought_in};
pub(super) use sdk::{SdkPart, sdk_wire};
pub(super) use wire::AgentWire;
