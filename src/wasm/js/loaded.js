// The two files of WebAssembly: the core, which is loaded with the package, and all of seeddb,
// which is loaded when it is asked for first.
import packed from './core.wasm.js';
import { compiled, instantiated } from './core.js';
import { errorOf } from './errors.js';

export const core = await compiled(packed);
const calls = instantiated(core);

let loading;
const modules = () => (loading ??= import('./all.wasm.js').then((all) => compiled(all.default)));
let whole;

const given = ({ ok, error }) => {
  if (error) throw errorOf(error);
  return ok;
};

/** Makes a call of the core. */
export const call = (...lines) => given(calls(...lines));

/** The compiled module that has all calls. */
export const all = modules;
/** Makes a call that the core has not. */
export async function callAll(...lines) {
  whole ??= modules().then(instantiated);
  return given((await whole)(...lines));
}
/** Calls of an instance of its own. */
export async function ownCalls() {
  const calls = instantiated(await modules());
  return (...lines) => given(calls(...lines));
}
