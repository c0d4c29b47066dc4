//! [`serve`]: accepts connections.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::door::Door;

/// The time limit for the headers of a request, for its body after them, and for silence on a
/// connection.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// The time limit for requests in progress when the server ends.
const END: Duration = Duration::from_secs(3);
/// The pause before the next attempt if a connection cannot be accepted, as with too many open
/// files.
const PAUSE: Duration = Duration::from_millis(50);

/// Answers requests on `listeners` until `stop` resolves; then ends the requests in progress within
/// three seconds.
///
/// # Errors
/// Listeners that cannot be used.
pub async fn serve(
    listeners: Vec<std::net::TcpListener>,
    app: Router,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let (sender, mut accepted) = mpsc::channel::<(TcpStream, IpAddr)>(1);
    for listener in listeners {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let sender = sender.clone();
        tokio::spawn(async move {
            loop {
                match listener.accept().await {
                    Ok((stream, from)) => {
                        if sender.send((stream, from.ip())).await.is_err() {
                            return;
                        }
                    }
                    Err(_) => sleep(PAUSE).await,
                }
            }
        });
    }
    let (door, graceful) = (Door::new(), GracefulShutdown::new());
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accepted.recv() => accepted,
            () = &mut stop => break,
        };
        let Some((stream, from)) = accepted else { break };
        let visit = door.enter(from);
        let (answers, own) = (TowerToHyperService::new(app.clone()), Arc::clone(&visit));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&own));
            answers.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Errors of the connection need no answer.
            tokio::select! {
                _ = connection => {}
                () = visit.over() => {}
            }
            visit.leave();
        });
    }
    // Slower requests are aborted; the puzzles that they issued stay issued, under their keys.
    let _ = timeout(END, graceful.shutdown()).await;
    Ok(())
}
