//! Conversion between wires: what goes over, what is told, and the way back.

pub mod corpus;
pub mod home;
pub mod outline;
pub mod replies;
