// Makes the small files of the page and the site, which the program contains, from their modules
// and styles: run by tools/browser.sh, which says `--check` to learn whether they are what this
// makes; and by tools/wasm.sh, which gives the compiled core: `--core FILE`.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';

const EXPORT = join(import.meta.dirname, '../../src/export');
const TARGET = 'es2022';

// A module with those that it imports as one classic script: modules do not load from a file.
async function script(path, plugins = []) {
  const { outputFiles } = await build({ entryPoints: [join(EXPORT, path)], plugins, bundle: true, format: 'iife', target: TARGET, write: false, minifySyntax: true });
  const compress = { passes: 4, pure_getters: true, unsafe_arrows: true, unsafe: true, unsafe_methods: true, keep_fargs: false, hoist_funs: true, inline: 1 };
  const { code } = await minify(outputFiles[0].text, { ecma: 2020, compress, mangle: { toplevel: true } });
  return code;
}
// Styles as one.
async function style(paths) {
  const contents = paths.map((path) => readFileSync(join(EXPORT, path), 'utf8')).join('');
  const { outputFiles } = await build({ stdin: { contents, loader: 'css' }, minify: true, target: 'chrome111', write: false });
  return outputFiles[0].text.trim().replace(/(--[a-z-]+:|,) +| (\/) /g, '$1$2');
}

// The compiled core as a module: the one that is given, or that of the file that is there.
const HINT = 'page/small/hint.js';
const given = process.argv.indexOf('--core') + 1;
const core = () =>
  given ? gzipSync(readFileSync(process.argv[given]), { level: 9 }).toString('base64') : existsSync(join(EXPORT, HINT)) ? /[\w+/=]{9999,}/.exec(readFileSync(join(EXPORT, HINT), 'utf8'))[0] : '';
const packed = {
  name: 'packed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm\.js$/ }, ({ path }) => ({ path, namespace: 'packed' }));
    onLoad({ filter: /.*/, namespace: 'packed' }, () => ({ contents: `export default '${core()}'` }));
  },
};

const sources = ['page', 'page/js', 'site', 'site/js'].flatMap((folder) => readdirSync(join(EXPORT, folder)).filter((name) => /\.(js|css)$/.test(name)).map((name) => `${folder}/${name}`)).sort();
const digest = (path) => `sha256-${createHash('sha256').update(readFileSync(join(EXPORT, path))).digest('base64')}`;
const lines = (paths) => paths.map((path) => `${digest(path)}  ${path}\n`).join('');
const made = {
  'page/small/player.js': await script('page/js/main.js'),
  [HINT]: await script('../wasm/js/hint.js', [packed]),
  'page/small/player.css': await style(['page/vars.css', 'page/page.css', 'page/board.css']),
  'site/small/site.js': await script('site/js/site.js'),
  'site/small/site.css': await style(['site/site.css']),
  // What they are made of, which `cargo test` compares.
  'page/small/sources': lines(sources),
  // And the compiled core, but for the library of the program.
  ...(given && { 'page/small/core': lines(['abi', 'hint', 'lib'].map((name) => `../wasm/${name}.rs`)) }),
};
const check = process.argv.includes('--check');
for (const [path, text] of Object.entries(made)) {
  const file = join(EXPORT, path);
  if (!check) {
    writeFileSync(file, text);
    console.log(`${path}: ${Buffer.byteLength(text)} bytes`);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not what its sources make: run tools/browser.sh --small`);
    process.exitCode = 1;
  }
}
