// Long work, in a worker: it is sent a module, then pieces of work, each a list of calls, and
// answers each with what came of them.
import { instantiated } from './core.js';

export function work(send) {
  let call;
  return ({ module, calls }) => {
    if (module) call = instantiated(module);
    else send(calls.map((lines) => call(...lines)));
  };
}
