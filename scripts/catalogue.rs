//! Writes the cards of the rules, for the build.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    io::stdout().write_all(&rethought::api::write_catalogue())
}
