//! Conversion between wires: what goes over, what is told, and the way back.

mod agent_messages;
pub mod bound;
pub mod chat;
pub mod cohere;
pub mod converse;
pub mod corpus;
mod cut_streams;
pub mod files;
pub mod formats;
pub mod framework_messages;
pub mod gemini;
pub mod home;
pub mod interactions;
pub mod interrupted;
pub mod letta_messages;
pub mod names;
mod notes;
pub mod ollama;
pub mod outline;
pub mod pairs;
pub mod replies;
pub mod reply_facts;
mod reply_notes;
pub mod services;
pub mod streams;
pub mod there;
mod web_search;
