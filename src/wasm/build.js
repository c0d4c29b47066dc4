// Makes the package of the compiled files, the modules and the styles: target/npm/package, and the
// file of it. Run by tools/wasm.sh.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { seedsOf } from './seeds.js';

const ROOT = join(import.meta.dirname, '../..');
const { build } = createRequire(join(ROOT, 'tests/browser/package.json'))('esbuild');
const PACKAGE = join(ROOT, 'target/npm/package');
const here = (path) => join(import.meta.dirname, path);

rmSync(join(ROOT, 'target/npm'), { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });

// A text or bytes as a module: it is loaded wherever modules are.
const packed = (bytes) => `export default '${gzipSync(bytes, { level: 9 }).toString('base64')}';\n`;
const whole = async (path) => {
  const { outputFiles } = await build({ entryPoints: [here(path)], bundle: true, minify: true, format: 'iife', platform: 'neutral', external: ['node:*'], target: 'es2022', write: false });
  // Node runs the text of a worker as a script that has `require`.
  return outputFiles[0].text;
};
const style = async () => {
  // What is printed is the page's own affair; its rules for paper stand at the end of page.css.
  const contents = ['vars', 'page', 'board'].map((name) => readFileSync(join(ROOT, `src/export/page/${name}.css`), 'utf8').replace(/^@media print \{.*/ms, '')).join('');
  const { outputFiles } = await build({ stdin: { contents, loader: 'css' }, minify: true, target: 'chrome111', write: false });
  return outputFiles[0].text.trim();
};
// The words of the page, `name = "text"` a line, in the table `page` of a language.
const words = (language) =>
  Object.fromEntries([...readFileSync(join(ROOT, `src/export/words/${language}.toml`), 'utf8').split(/^\[page\]$/m)[1].split(/^\[/m)[0].matchAll(/^"?([a-z0-9-]+)"? = (".*")$/gm)].map(([, name, text]) => [name, JSON.parse(text)]));

const languages = readdirSync(join(ROOT, 'src/export/words')).filter((name) => name.endsWith('.toml')).map((name) => name.replace('.toml', ''));

const texts = {
  'node-worker.text.js': () => whole('js/node-worker.js'),
  'web-worker.text.js': () => whole('js/web-worker.js'),
  'style.text.js': style,
};
const generated = {
  name: 'generated',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.text\.js$/ }, ({ path }) => ({ path: path.replace(/.*\//, ''), namespace: 'text' }));
    onLoad({ filter: /.*/, namespace: 'text' }, async ({ path }) => ({ contents: `export default ${JSON.stringify(await texts[path]())};` }));
    onResolve({ filter: /\.words\.js$/ }, () => ({ path: 'words', namespace: 'words' }));
    onLoad({ filter: /.*/, namespace: 'words' }, () => ({ contents: `export default ${JSON.stringify(Object.fromEntries(languages.map((language) => [language, words(language)])))};` }));
  },
};
await build({
  entryPoints: { index: here('js/index.js'), board: here('js/element.js') },
  outdir: PACKAGE,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  external: ['./core.wasm.js', './all.wasm.js', './seeds.js', './index.js', 'node:*'],
  plugins: [generated],
});
for (const name of ['core', 'all']) writeFileSync(join(PACKAGE, `${name}.wasm.js`), packed(readFileSync(join(ROOT, `target/wasm/${name}.wasm`))));
const seeds = seedsOf(readFileSync(join(ROOT, 'seeds/starter.tsv'), 'utf8'));
writeFileSync(join(PACKAGE, 'seeds.js'), packed(seeds));
writeFileSync(join(PACKAGE, 'seeds.tsv'), seeds);
for (const name of ['index.d.ts', 'board.d.ts', 'README.md']) copyFileSync(here(name), join(PACKAGE, name));
copyFileSync(here('js/program.js'), join(PACKAGE, 'program.js'));
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(ROOT, name), join(PACKAGE, name));
const [, version] = /^\[workspace\.package\]\nversion = "(.*)"/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'));
writeFileSync(join(PACKAGE, 'package.json'), readFileSync(here('package.json'), 'utf8').replace('0.0.0', version));
execFileSync('npm', ['pack', '--silent', '--pack-destination', join(ROOT, 'target/npm')], { cwd: PACKAGE, stdio: ['ignore', 'ignore', 'inherit'] });
