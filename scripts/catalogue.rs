//! Writes what the rules say of themselves, for the build: in wasm they are numbers.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    io::stdout().write_all(&rethought::api::write_catalogue())
}
