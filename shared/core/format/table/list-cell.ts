// A cell that holds several items: separated by a character, or written as Python, JSON or PostgreSQL print a list.

/** The items of a cell. An item in quotes may hold the separator. */
export function listOf(cell: string, separator: string): string[] {
  const inside = /^\s*(?:\[(.*)\]|\{(.*)\})\s*$/su.exec(cell);
  const text = inside?.[1] ?? inside?.[2] ?? cell;
  const cut = inside === null ? separator : ',';
  const items: string[] = [];
  let item = '';
  let quote = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\' && at + 1 < text.length) {
        at += 1;
        item += text.charAt(at);
      } else if (character === quote) quote = '';
      else item += character;
    } else if ((character === '"' || (character === "'" && inside !== null)) && item.trim() === '' && !quoted) {
      quote = character;
      quoted = true;
      item = '';
    } else if (character === cut) {
      items.push(item.trim());
      item = '';
      quoted = false;
    } else item += character;
  }
  items.push(item.trim());
  return items;
}
