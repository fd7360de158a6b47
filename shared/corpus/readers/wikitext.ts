import { unescapeXml } from './xml.ts';

/** Elements whose content is not running text. */
const DROPPED = new Set(
  'ref references math chem gallery timeline syntaxhighlight source score imagemap hiero mapframe maplink graph templatedata style script'.split(
    ' ',
  ),
);
/** Elements inside words: they vanish. Others become a space. */
const INLINE = new Set('b i u s em strong sub sup small big span font abbr nowiki onlyinclude noinclude includeonly'.split(' '));
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?\/?)>/g;

/**
 * The text of an article without templates, tables, files, categories, references, comments and tags; links become their labels. Linear in the
 * length: an opening that is never closed is text.
 */
export function stripWikitext(wikitext: string, hidden: ReadonlySet<string>): string {
  const text = dropElements(dropBetween(wikitext, '<!--', '-->'));
  return unescapeXml(
    labels(dropNested(text), hidden)
      .replace(/'{2,}/g, '')
      .replace(/__[A-Z]{3,}__/g, ' '),
  );
}

function dropBetween(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start + open.length);
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
  return kept.join('') + text.slice(from);
}

/** Removes tags, and the content of some elements. */
function dropElements(text: string): string {
  const kept: string[] = [];
  // Names without a further closing tag: searching for it again would make many open tags quadratic.
  const unclosed = new Set<string>();
  let from = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const name = (tag[2] ?? '').toLowerCase();
    kept.push(text.slice(from, tag.index), INLINE.has(name) ? '' : ' ');
    from = tag.index + tag[0].length;
    if (tag[1] === '/' || tag[3]?.endsWith('/') || !DROPPED.has(name) || unclosed.has(name)) continue;
    const close = new RegExp(`</${name}\\s*>`, 'gi');
    close.lastIndex = from;
    const end = close.exec(text);
    if (end === null) unclosed.add(name);
    else {
      from = close.lastIndex;
      TAG.lastIndex = from;
    }
  }
  return kept.join('') + text.slice(from);
}

/** Removes templates `{{...}}` and tables `{|...|}`, nested or not. */
function dropNested(text: string): string {
  const marks = /\{\{|\}\}|\{\||\|\}/g;
  const open: { readonly at: number; readonly close: string }[] = [];
  const ranges: { start: number; end: number }[] = [];
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [what] = mark;
    if (what === '{{') open.push({ at: mark.index, close: '}}' });
    // A table begins a line; inside a line `{|` belongs to a template parameter, not to a table.
    else if (what === '{|') {
      if (/(?:^|\n)[\s:*]*$/.test(text.slice(Math.max(0, mark.index - 20), mark.index))) open.push({ at: mark.index, close: '|}' });
    } else {
      const last = open.at(-1);
      if (last === undefined) continue;
      if (last.close === what) {
        open.pop();
        while ((ranges.at(-1)?.start ?? -1) > last.at) ranges.pop();
        ranges.push({ start: last.at, end: mark.index + 2 });
      } else if (what === '|}' && text.startsWith('}', mark.index + 2)) marks.lastIndex = mark.index + 1;
    }
  }
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    kept.push(text.slice(from, start));
    from = end;
  }
  return `${kept.join(' ')} ${text.slice(from)}`;
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]+)*$/;

/** Replaces `[[target|label]]` and `[http://... label]` by the label, and removes links to files, categories and other languages. */
function labels(text: string, hidden: ReadonlySet<string>): string {
  const marks = /\[\[|\]\]|\[(?:https?:|ftp:)?\/\/[^\s\]]*|(?:https?|ftp):\/\/[^\s\]<>|]+/g;
  /** The text outside of links, then the text of each open link. */
  const stack: string[] = [''];
  let from = 0;
  const add = (more: string): void => {
    stack[stack.length - 1] += more;
  };
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    add(text.slice(from, mark.index));
    from = mark.index + mark[0].length;
    if (mark[0] === '[[') stack.push('');
    else if (mark[0] === ']]' && stack.length > 1) add(labelOf(stack.pop() ?? '', hidden));
    else add(' ');
  }
  return `${stack.join(' ')}${text.slice(from)}`;
}

function labelOf(link: string, hidden: ReadonlySet<string>): string {
  const bar = link.indexOf('|');
  const target = (bar < 0 ? link : link.slice(0, bar)).trim();
  const colon = target.indexOf(':');
  const prefix = colon < 0 ? '' : target.slice(0, colon).trim();
  // A colon in front shows the link instead of using it: [[:Category:Knees]].
  if (colon > 0 && (hidden.has(prefix.toLowerCase()) || LANGUAGE.test(prefix))) return ' ';
  return bar < 0 ? target.replace(/^:/, '') : link.slice(bar + 1);
}
