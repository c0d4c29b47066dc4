// <seeddb-puzzle>: a puzzle of the site in a page of somebody else, a frame as wide as its place
// and as high as it needs. Its attributes are `day`, as 2027-03-14, `theme` (light or dark) and
// `mini`.
const own = document.currentScript.src;

class Puzzle extends HTMLElement {
  #frame = document.createElement('iframe');
  #told = ({ source, origin, data }) => {
    if (source === this.#frame.contentWindow && origin === new URL(own).origin && data.seeddb > 0) this.#frame.height = data.seeddb;
  };
  connectedCallback() {
    const address = new URL('embed.html', own);
    if (this.hasAttribute('theme')) address.searchParams.set('theme', this.getAttribute('theme'));
    if (this.hasAttribute('mini')) address.searchParams.set('mini', '');
    address.hash = this.getAttribute('day') ?? '';
    addEventListener('message', this.#told);
    Object.assign(this.#frame, { src: address.href, title: this.getAttribute('title') ?? 'Sudoku', width: '100%', height: 900, allow: 'clipboard-write; web-share' });
    this.#frame.style.border = 0;
    this.style.display = 'block';
    this.replaceChildren(this.#frame);
  }
  disconnectedCallback() {
    removeEventListener('message', this.#told);
  }
}
if (!customElements.get('seeddb-puzzle')) customElements.define('seeddb-puzzle', Puzzle);
