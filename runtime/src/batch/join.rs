//! Futures at once, so many at a time: futures in, what they gave in the same order out.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

type Boxed<'f, T> = Pin<Box<dyn Future<Output = T> + Send + 'f>>;

/// Runs all futures, at most `window` of them at once.
pub(super) async fn join<'f, T, F: Future<Output = T> + Send + 'f>(
    futures: impl IntoIterator<Item = F>,
    window: usize,
) -> Vec<T> {
    let mut waiting = futures.into_iter();
    let mut running: Vec<(usize, Boxed<'f, T>)> = Vec::new();
    let mut results: Vec<(usize, T)> = Vec::new();
    let mut begun = 0;
    poll_fn(|polling| {
        loop {
            while running.len() < window {
                let Some(future) = waiting.next() else { break };
                running.push((begun, Box::pin(future)));
                begun += 1;
            }
            let before = results.len();
            running.retain_mut(|(place, future)| match future.as_mut().poll(polling) {
                Poll::Ready(result) => {
                    results.push((*place, result));
                    false
                }
                Poll::Pending => true,
            });
            if running.is_empty() && results.len() == begun && before == results.len() {
                return Poll::Ready(());
            }
            // Who is done makes room for one that must be polled before anybody waits.
            if before == results.len() {
                return Poll::Pending;
            }
        }
    })
    .await;
    results.sort_unstable_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}
