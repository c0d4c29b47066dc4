//! A proxy between client and server that counts messages, and cuts the connection once, at one.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub(super) struct Proxy {
    port: u16,
    count: Arc<AtomicUsize>,
}

impl Proxy {
    /// Starts a proxy for the server at `socket`. Of message `cut`, counted over both directions
    /// and all connections, only the first bytes are forwarded; then the connection is closed.
    pub(super) fn start(socket: &Path, cut: Option<usize>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (count, socket) = (Arc::new(AtomicUsize::new(0)), socket.to_owned());
        let counter = Arc::clone(&count);
        // The thread ends with the test process.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = UnixStream::connect(&socket) else { continue };
                connect(&client, &server, &counter, cut);
            }
        });
        Self { port, count }
    }

    pub(super) fn address(&self, database: &str) -> String {
        format!("postgres://seeddb@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the number of messages.
    pub(super) fn messages(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }
}

fn connect(client: &TcpStream, server: &UnixStream, count: &Arc<AtomicUsize>, cut: Option<usize>) {
    let _ = client.set_nodelay(true);
    let ends = || (client.try_clone().unwrap(), server.try_clone().unwrap());
    let ((mut from, mut to), (client_end, server_end)) = (ends(), ends());
    let counter = Arc::clone(count);
    thread::spawn(move || {
        // The first message has no type byte.
        let _ = pass(&mut from, &mut to, &counter, cut, true);
        let _ = (client_end.shutdown(Shutdown::Both), server_end.shutdown(Shutdown::Both));
    });
    let ((mut to, mut from), (client_end, server_end)) = (ends(), ends());
    let counter = Arc::clone(count);
    thread::spawn(move || {
        let _ = pass(&mut from, &mut to, &counter, cut, false);
        let _ = (client_end.shutdown(Shutdown::Both), server_end.shutdown(Shutdown::Both));
    });
}

/// Forwards messages until the end, or the cut.
fn pass(
    from: &mut impl Read,
    to: &mut impl Write,
    count: &AtomicUsize,
    cut: Option<usize>,
    mut is_first: bool,
) -> io::Result<()> {
    loop {
        let mut message = vec![0; if is_first { 4 } else { 5 }];
        from.read_exact(&mut message)?;
        let start = message.len() - 4;
        let length = u32::from_be_bytes(message[start..].try_into().unwrap()) as usize;
        let body = message.len();
        message.resize(body + length - 4, 0);
        from.read_exact(&mut message[body..])?;
        is_first = false;
        if Some(count.fetch_add(1, Ordering::SeqCst)) == cut {
            to.write_all(&message[..message.len() / 2])?;
            return Ok(());
        }
        to.write_all(&message)?;
    }
}
