//! [`serve`]: connections.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

/// Connections at the same time; others wait to be taken.
const CONNECTIONS: usize = 64;
/// How long the headers of a request may take to come, and a connection may say nothing.
const HEADERS: Duration = Duration::from_secs(10);
/// How long requests that are under way may take when the server ends.
const END: Duration = Duration::from_secs(3);
/// How long to wait where no connection can be taken, as there are too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers what comes to `listeners` until `stop` is there; then ends the requests under way, for three seconds at most.
///
/// # Errors
/// Listeners that are of no use.
pub async fn serve(
    listeners: Vec<std::net::TcpListener>,
    app: Router,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (sender, mut accepted) = mpsc::channel::<TcpStream>(1);
    for listener in listeners {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let sender = sender.clone();
        tokio::spawn(async move {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => {
                        if sender.send(stream).await.is_err() {
                            return;
                        }
                    }
                    Err(_) => sleep(PAUSE).await,
                }
            }
        });
    }
    let (room, graceful) = (Arc::new(Semaphore::new(CONNECTIONS)), GracefulShutdown::new());
    let mut stop = pin!(stop);
    loop {
        // The semaphore is never closed.
        let permit = tokio::select! {
            permit = Arc::clone(&room).acquire_owned() => permit.ok(),
            () = &mut stop => break,
        };
        let stream = tokio::select! {
            stream = accepted.recv() => stream,
            () = &mut stop => break,
        };
        let Some(stream) = stream else { break };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Whoever goes away, or writes no HTTP, needs no answer.
            let _ = connection.await;
            drop(permit);
        });
    }
    // Those that take longer are cut: what was issued stays issued, under its key.
    let _ = timeout(END, graceful.shutdown()).await;
    Ok(())
}
