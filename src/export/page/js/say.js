// Words of the page, and elements.

// A word with its values put in.
export const wordsOf = (words) => (name, values) => {
  const word = words[name] ?? name;
  return values ? word.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all) : word;
};

// An element; properties it does not have are attributes, of which `label` is what it is called for
// those who do not see it.
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== 'role') element[name] = value;
    else element.setAttribute(name === 'label' ? 'aria-label' : name, value);
  }
  element.append(...children);
  return element;
}

// A part of the page that can be opened, and is made when it is. Its `renew` makes it again if it
// is open.
export function fold(title, make) {
  const details = el('details', {}, el('summary', {}, title));
  details.renew = () => details.open && details.replaceChildren(details.firstChild, ...make());
  details.addEventListener('toggle', details.renew);
  return details;
}
