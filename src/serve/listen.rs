//! [`serve`]: connections.

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

/// How long the headers of a request may take to come, and after them its body; and how long a connection may say nothing.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
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
            // Whoever goes away, or writes no HTTP, needs no answer.
            tokio::select! {
                _ = connection => {}
                () = visit.over() => {}
            }
            visit.leave();
        });
    }
    // Those that take longer are cut: what was issued stays issued, under its key.
    let _ = timeout(END, graceful.shutdown()).await;
    Ok(())
}
