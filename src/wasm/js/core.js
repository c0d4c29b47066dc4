// The compiled core: calls as lines of text in, JSON out, through one buffer. This module knows no
// errors, no files and no page: it runs in the worker, too.

/** A module of WebAssembly from what the package holds of it: gzipped, in base 64. */
export async function compiled(packed) {
  return WebAssembly.compile(await unpacked(packed));
}

/** What gzip and base 64 have made of bytes, as bytes. */
export async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Hands out a function that makes a call of these lines, and gives the answer: `{ ok }` or `{ error }`. */
export function instantiated(module) {
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let core = new WebAssembly.Instance(module).exports;
  return (...lines) => {
    const call = encoder.encode(lines.join('\n'));
    try {
      core.room(call.length);
      new Uint8Array(core.memory.buffer, core.place(), call.length).set(call);
      const length = core.call();
      return JSON.parse(decoder.decode(new Uint8Array(core.memory.buffer, core.place(), length)));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // What it held is not to be relied on any more.
      core = new WebAssembly.Instance(module).exports;
      throw new Error('seeddb stopped by a fault of its own: please tell its makers', { cause: error });
    }
  };
}
