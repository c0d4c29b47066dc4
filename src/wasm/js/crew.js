// Workers: in Node, in browsers and in Deno.
import { RequestError } from './errors.js';
import nodeWorker from './node-worker.text.js';
import webWorker from './web-worker.text.js';

/** Whether this is Node, or Deno, which have files. */
export const hasFiles = !!globalThis.process?.versions?.node;

/** A worker of this module: its `ask` answers calls. */
export async function started(module) {
  let worker, answer, fail;
  const refuse = (error) => {
    fail?.(new RequestError(`no worker can be made here: ${error?.message || 'a policy of the page may forbid blob:'}`, { cause: error }));
  };
  if (hasFiles && !globalThis.Deno) {
    const { Worker } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads');
    worker = new Worker(nodeWorker, { eval: true });
    worker.on('message', (answers) => answer(answers)).on('error', refuse);
  } else {
    const url = URL.createObjectURL(new Blob([webWorker], { type: 'text/javascript' }));
    worker = new Worker(url, { type: 'module' });
    worker.onmessage = (event) => (URL.revokeObjectURL(url), answer(event.data));
    worker.onerror = refuse;
  }
  worker.postMessage({ module });
  return {
    ask: (calls) =>
      new Promise((resolve, reject) => {
        [answer, fail] = [resolve, reject];
        worker.postMessage({ calls });
      }),
    end: () => worker.terminate(),
  };
}

/** What `work` gives, unless the signal is first; then, and at any end, the workers that it added to its list are ended. */
export async function unlessAborted(signal, work) {
  signal?.throwIfAborted();
  const crew = [];
  let abort;
  try {
    const aborted = new Promise((_, reject) => signal?.addEventListener('abort', (abort = () => reject(signal.reason)), { once: true }));
    return await Promise.race([aborted, work(crew)]);
  } finally {
    signal?.removeEventListener('abort', abort);
    for (const worker of crew.splice(0)) worker.end();
    // Those that start only now.
    crew.push = (worker) => worker.end();
  }
}
