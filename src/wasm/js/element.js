// <sudoku-board>: the player of the page that `seeddb export --format html` writes, as an element.
// The rules, the board and the panel are its modules; here is what an element is to its page:
// attributes, properties, events, parts.
import { labelOf, makeBoard } from '../../export/page/js/board.js';
import { toldHint } from '../../export/page/js/hint.js';
import { listen } from '../../export/page/js/listen.js';
import { SWITCHES, makePanel } from '../../export/page/js/panel.js';
import { ACTIONS, newGame } from '../../export/page/js/play.js';
import { el, wordsOf } from '../../export/page/js/say.js';
import { restore } from '../../export/page/js/state.js';
import { solve, steps } from './index.js';
import style from './style.text.js';
import WORDS from './page.words.js';

// What the page has as `:root` and `body` is the element itself, and its theme is that of `seeddb
// export`.
const OWN = `:host{display:block;container-type:inline-size;--cell-line:1px;--box-line:2.7px;--line:color-mix(in srgb,var(--ink) 50%,var(--paper));--digit:.62;--candidate:.22;--given:700;--filled:400;--even:var(--paper);--side:100cqw;color:var(--ink);background:var(--paper);font:1rem/1.4 system-ui,sans-serif}:host([hidden]){display:none}main{--side:min(100cqw,35rem);--cell:calc(var(--side)/9)}@container (min-width:46rem){main{--side:min(56cqw,35rem);display:flex;gap:1rem}#left{flex:none;margin:0}#panel{flex:1}}`;
const sheet = () => {
  const own = new CSSStyleSheet();
  own.replaceSync(style.replaceAll(':root', ':host') + OWN);
  return own;
};
let shared;

const EMPTY = '0'.repeat(81);
const FLAGS = ['prize', 'no-panel'];
// The switches of the page that are about the board.
const OFFERED = ['conflicts', 'same', 'near', 'clean', 'fill', 'first'];
const nameOf = (flag) => flag.replace(/-(.)/g, (_, sign) => sign.toUpperCase());

// Where there is no document, as in a worker or on a server that makes pages, the module can be
// imported all the same.
class Nowhere {
  constructor() {
    throw new TypeError('<sudoku-board> is an element of a page, and there is no document here');
  }
}

export class SudokuBoard extends (globalThis.HTMLElement ?? Nowhere) {
  static observedAttributes = ['puzzle', 'lang', ...FLAGS, ...OFFERED];
  #root = this.attachShadow({ mode: 'open', delegatesFocus: true });
  #game = newGame({ givens: EMPTY }, { ...SWITCHES });
  #names = [];
  #language;
  #t;
  #drawBoard;
  #drawPanel;
  #focusCell;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [(shared ??= sheet())];
    this.#make();
    const act = (what, focus) => this.#act(what, focus);
    const run = (...action) => {
      this.run(...action);
      if (action[0] === 'move') this.#focusCell(this.#game.at);
    };
    listen(this.#root, () => this.#game, act, run, (cell) => this.#focusCell(cell), () => false);
  }

  // Properties that were set before the element was defined stand in the way of the accessors.
  connectedCallback() {
    for (const name of ['puzzle', 'value', 'state', 'noPanel', 'prize', ...OFFERED]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    if (this.#languageNow() !== this.#language) this.#make();
    this.#draw();
  }

  attributeChangedCallback(name, before, value) {
    if (before === value) return;
    if (name === 'puzzle') this.#open(value);
    else if (name === 'lang') this.#make();
    else if (OFFERED.includes(name)) {
      this.#game.on[name] = value === null ? SWITCHES[name] : value !== 'off';
      if (name === 'fill' && this.#game.on.fill) return this.run('fill');
    }
    this.#draw();
  }

  /** The clues, 81 signs. */
  get puzzle() {
    return this.getAttribute('puzzle') ?? '';
  }
  set puzzle(text) {
    if (text === null || text === undefined || text === '') this.removeAttribute('puzzle');
    else this.setAttribute('puzzle', text);
  }
  /** What stands on the board, 81 signs, 0 for an open cell. */
  get value() {
    return this.#game.s.board.slice(0, 81).join('');
  }
  /** What can be kept and set again: the changes, and how many of them hold. */
  get state() {
    const { log, done } = this.#game.s;
    return structuredClone({ log, done });
  }
  set state({ log, done }) {
    const { puzzle, on } = this.#game;
    this.#game = newGame(puzzle, on, restore(puzzle.givens, log, done));
    this.#draw();
  }
  get solved() {
    return this.#game.solved;
  }

  /** Does what a key or a button does. */
  run(action, argument, keep) {
    if (!Object.hasOwn(ACTIONS, action)) throw new TypeError(`no action ${JSON.stringify(action)}: there are ${Object.keys(ACTIONS).join(', ')}`);
    const { puzzle } = this.#game;
    if (action === 'hint' && puzzle.solution && !puzzle.steps) return this.#hint(puzzle);
    this.#act((g) => ACTIONS[action](g, argument, keep));
  }

  // The steps are worked out when the first hint is asked for.
  async #hint(puzzle) {
    this.#loading ??= steps(puzzle.givens).finally(() => (this.#loading = null));
    try {
      const { names, named, ...told } = await this.#loading;
      Object.assign(puzzle, told, named === null ? {} : { named });
      this.#names = names;
    } catch (error) {
      this.#tell('wrong', { error });
      return;
    }
    if (puzzle === this.#game.puzzle) this.run('hint');
  }
  #loading = null;

  #open(text) {
    const on = this.#game.on;
    this.#say('');
    try {
      const { solution, solutions, puzzle } = solve(text ?? EMPTY);
      if (text !== null && solutions !== 1) throw Object.assign(new Error(this.#t(solutions ? 'many' : 'none')), { solutions });
      const givens = puzzle.replaceAll('.', '0');
      this.#game = newGame({ givens, ...(!this.prize && text !== null && { solution }) }, on);
      if (on.fill) ACTIONS.fill(this.#game);
      this.#game.said = null;
    } catch (error) {
      this.#game = newGame({ givens: EMPTY }, on);
      this.#say(error.message);
      this.#tell('wrong', { error });
    }
  }

  #languageNow() {
    const language = (this.closest('[lang]')?.lang || 'en').slice(0, 2);
    return language in WORDS ? language : 'en';
  }
  // Makes what is seen, in its language.
  #make() {
    this.#language = this.#languageNow();
    this.#t = wordsOf(WORDS[this.#language]);
    const [board, drawBoard, focusCell] = makeBoard(this.#t, (what, focus) => this.#act(what, focus));
    const [panel, drawPanel] = makePanel(this.#t, (...action) => this.run(...action));
    [this.#drawBoard, this.#drawPanel, this.#focusCell] = [drawBoard, drawPanel, focusCell];
    board.part = 'board';
    panel.part = 'panel';
    for (const button of panel.querySelectorAll('button')) button.part = 'button';
    this.#root.replaceChildren(el('main', {}, el('div', { id: 'left' }, board, el('p', { id: 'say', role: 'status', part: 'status' })), panel));
  }

  #draw() {
    if (!this.isConnected) return;
    const panel = this.#root.getElementById('panel');
    panel.hidden = this.noPanel;
    panel.style.display = this.noPanel ? 'none' : '';
    this.#drawBoard(this.#game);
    this.#drawPanel(this.#game);
    for (const cell of this.#root.querySelectorAll('[role=gridcell]')) cell.setAttribute('part', `cell ${cell.className}`.trim());
  }

  #say(text, quiet = false) {
    const say = this.#root.getElementById('say');
    say.className = quiet ? 'quiet' : '';
    say.textContent = text;
  }
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // Changes the game, then draws and says what has changed.
  #act(what, focus = -1) {
    const { log, done } = this.#game.s;
    const [length, was] = [log.length, this.#game.solved];
    what(this.#game);
    if (focus >= 0) this.#focusCell(focus);
    this.#draw();
    const { said, s, solved } = this.#game;
    if (said) this.#told(said);
    this.#game.said = null;
    if (s.done !== done || s.log.length !== length) this.#tell('change', { value: this.value });
    if (solved && !was) this.#tell('solved', { value: this.value });
  }
  #told([word, values]) {
    const g = this.#game;
    if (word === 'cell') this.#say(labelOf(this.#t, g, g.at), true);
    else if (word === 'solved') this.#say(this.#t('solved', { time: '' }));
    else if (word === 'step' || word === 'done') this.#say(toldHint(this.#t, this.#names, g.hint));
    else this.#say(this.#t(word, values));
  }
}

for (const flag of FLAGS) {
  Object.defineProperty(SudokuBoard.prototype, nameOf(flag), {
    get() {
      return this.hasAttribute(flag);
    },
    set(value) {
      this.toggleAttribute(flag, !!value);
    },
  });
}
for (const name of OFFERED) {
  Object.defineProperty(SudokuBoard.prototype, name, {
    get() {
      const value = this.getAttribute(name);
      return value === null ? !!SWITCHES[name] : value !== 'off';
    },
    set(value) {
      this.setAttribute(name, value ? 'on' : 'off');
    },
  });
}

if (globalThis.customElements && !customElements.get('sudoku-board')) customElements.define('sudoku-board', SudokuBoard);
