// The worker of browsers and Deno.
import { work } from './worker.js';

const take = work((answer) => postMessage(answer));
onmessage = (event) => take(event.data);
