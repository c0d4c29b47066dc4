// Words of the page, and elements.

// A word with its values put in.
export const wordsOf = (words) => (name, values = {}) => (words[name] ?? name).replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);

// An element; properties it does not have are attributes.
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== 'role') element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}
