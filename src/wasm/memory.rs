//! The growth of the wasm memory.

use std::arch::wasm32::memory_size;
use std::cell::Cell;
use std::hint::black_box;

thread_local! {
    /// The pages of the memory when it was last looked at.
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

const PAGE: usize = 1 << 16;

/// Grows the memory by an eighth if it has grown since the last call. The allocator grows it by what one allocation needs. V8 counts the whole memory as new
/// after each growth and collects garbage, so thousands of ledgers spent most of their time on that.
pub(super) fn grow_ahead() {
    let pages = memory_size::<0>();
    if pages <= SEEN.get() {
        return;
    }
    let mut room: Vec<u8> = Vec::new();
    // If there is no memory for it, the next allocation asks for less.
    let _ = room.try_reserve_exact(pages * PAGE / 8);
    black_box(&room);
    SEEN.set(memory_size::<0>());
}
