//! The shapes of foreign systems, as TypeScript: agentfootprint, clark, @cognipeer/agent-sdk and Letta. None of them crosses as a record. Their bodies are
//! read as JSON, and their values stay those of the host language.
//!
//! Names, optionality and nullability are those of each system. `tests/types` compares each shape with a literal copy of the original and with the packages on npm.
//!
//! `tsify` cannot write `readonly` on a field: a type with read-only fields is a struct `…Fields` and an alias [`Readonly`] over it. It drops the comments of enum
//! variants, so an enum explains its words in its own comment. Interfaces with methods and objects with unknown keys are in `src/wasm/handwritten.d.ts`.

mod letta;
mod message;
mod plan;
mod question;
mod reasoning;
mod reflection;
mod resolved;
mod state;
mod tool;

pub use letta::*;
pub use message::*;
pub use plan::*;
pub use question::*;
pub use reasoning::*;
pub use reflection::*;
pub use resolved::*;
pub use state::*;
pub use tool::*;

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::value::RawValue;

/// TypeScript's `unknown`: a value as it is written.
#[allow(non_camel_case_types, reason = "tsify prints the Rust name, and this is TypeScript's")]
pub type unknown = Box<RawValue>;

/// TypeScript's `any`, where the system has it: a value that its users read without a cast.
#[allow(non_camel_case_types, reason = "tsify prints the Rust name, and this is TypeScript's")]
pub type any = unknown;

/// TypeScript's `Record<K, V>`: an object as it is written.
#[derive(Serialize)]
#[serde(transparent, bound = "")]
pub struct Record<K, V> {
    /// The object.
    pub object: Box<RawValue>,
    /// The types of its names and values.
    #[serde(skip)]
    pub of: PhantomData<(K, V)>,
}

/// TypeScript's `Readonly<T>`: the same value, its fields not to be assigned.
pub type Readonly<T> = T;

/// TypeScript's `readonly T[]`.
pub type ReadonlyArray<T> = Vec<T>;

/// A configuration, or the word `false` that switches it off.
#[derive(Serialize)]
#[serde(untagged)]
pub enum OrFalse<T> {
    /// Switched on, with these settings.
    Config(T),
    /// `false`.
    Off(bool),
}

/// A field that always holds one word, such as a discriminator.
macro_rules! word {
    ($(#[$doc:meta])* $name:ident = $text:literal) => {
        $(#[$doc])*
        #[derive(serde::Serialize)]
        pub enum $name {
            /// The only word.
            #[serde(rename = $text)]
            Word,
        }
    };
}
use word;
