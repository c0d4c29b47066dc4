//! The interface to JavaScript: three functions, and one buffer for calls and answers.
//!
//! JavaScript asks for room, writes a call there (UTF-8), makes the call, and reads the answer
//! (JSON) at the buffer's new place. There is one thread.
#![allow(
    unsafe_code,
    reason = "the names of the functions are kept, which is unsafe only where another function has the same name"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::calls;

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn buffer() -> MutexGuard<'static, Vec<u8>> {
    BUFFER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clears the buffer, and makes it this many bytes long.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) {
    let mut buffer = buffer();
    buffer.clear();
    buffer.resize(bytes, 0);
}

/// Returns the address of the buffer, valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *mut u8 {
    buffer().as_mut_ptr()
}

/// Answers the call in the buffer, and puts the answer there; returns its length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let mut buffer = buffer();
    *buffer = calls::answer(&buffer);
    buffer.len()
}
