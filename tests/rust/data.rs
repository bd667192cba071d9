//! Data that is not a part of this project: recorded traffic and public suites, in the folder `../shared` or the one that `RETHOUGHT_SHARED` names.
//!
//! The harness knows no skip at run time. A test without its data prints `SKIPPED <test>: <reason>` and returns; `npm test` counts such a
//! test as skipped (`scripts/steps/counts.mjs`), and `cargo test` shows the line although it counts the test as passed.

use std::io::Write;
use std::panic::Location;
use std::path::PathBuf;

/// The path of a folder or file of the shared data, or `None` after a `SKIPPED` line if it is not here.
#[track_caller]
pub fn shared_or_skip(name: &str) -> Option<PathBuf> {
    let found = Some(shared(name)).filter(|path| path.exists());
    if found.is_none() {
        skip(&format!("../shared/{name} is not here"));
    }
    found
}

/// Where a folder or file of the shared data would be.
pub fn shared(name: &str) -> PathBuf {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    std::env::var_os("RETHOUGHT_SHARED").map_or_else(beside, PathBuf::from).join(name)
}

/// Says that the running test is skipped. The test must return after it, and say so only once.
#[track_caller]
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    // With one thread the harness runs tests on the main thread, which does not bear their names.
    let place = Location::caller().to_string().replace(": ", ":");
    let test = thread.name().filter(|name| *name != "main").unwrap_or(&place);
    // Written past the harness, which keeps what a passing test prints to itself.
    std::io::stdout().write_all(format!("SKIPPED {test}: {reason}\n").as_bytes()).unwrap();
}
