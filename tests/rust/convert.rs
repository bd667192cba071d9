//! Conversion between wires: what goes over, what is told, and the way back.

pub mod bound;
pub mod chat;
pub mod cohere;
pub mod converse;
pub mod corpus;
pub mod files;
pub mod gemini;
pub mod home;
pub mod interactions;
pub mod names;
pub mod ollama;
pub mod outline;
pub mod pairs;
pub mod replies;
pub mod streams;
pub mod there;
