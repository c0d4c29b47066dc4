// The worker of Node.
import { parentPort } from 'node:worker_threads';
import { work } from './worker.js';

parentPort.on('message', work((answer) => parentPort.postMessage(answer)));
