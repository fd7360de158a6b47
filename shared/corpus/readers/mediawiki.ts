import type { DocumentReader } from './document-reader.ts';
import { stripWikitext } from './wikitext.ts';
import { ElementCutter, elementContent, unescapeXml } from './xml.ts';

const REDIRECT = /^\s*#\w+\s*:?\s*\[\[/;
/** Files, categories and media: links to them are not running text. */
const HIDDEN = new Set(['6', '14', '-2']);

/** A Wikipedia dump (pages-articles): title and text of each article, without markup. Other namespaces and redirects are left out. */
export function mediawikiArticles(file: string): DocumentReader {
  const cutter = new ElementCutter(file, 'mediawiki', 'page');
  const hidden = new Set(['file', 'image', 'category', 'media']);
  let head = '';
  let sawPage = false;
  return {
    push(text) {
      // The first page comes after the wiki's own names of its namespaces.
      if (!sawPage) head += text;
      const pages = cutter.push(text);
      if (!sawPage && pages.length > 0) {
        for (const name of hiddenNamespaces(head)) hidden.add(name);
        sawPage = true;
        head = '';
      }
      return pages.map((page) => documentOf(page, hidden)).filter((document) => document !== null);
    },
    end() {
      cutter.end();
      return [];
    },
  };
}

function hiddenNamespaces(head: string): string[] {
  const entries = head.slice(0, head.indexOf('<page')).matchAll(/<namespace key="(-?\d+)"[^>]*>([^<]+)<\/namespace>/g);
  return [...entries].filter(([, key]) => HIDDEN.has(key ?? '')).map(([, , name]) => unescapeXml(name ?? '').toLowerCase());
}

function documentOf(page: string, hidden: ReadonlySet<string>): string | null {
  if ((elementContent(page, 'ns') ?? '0').trim() !== '0' || page.includes('<redirect ')) return null;
  const text = unescapeXml(elementContent(page, 'text') ?? '');
  if (text === '' || REDIRECT.test(text)) return null;
  return `${unescapeXml(elementContent(page, 'title') ?? '')}\n${stripWikitext(text, hidden)}`;
}
