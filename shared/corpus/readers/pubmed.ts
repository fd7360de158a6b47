import type { DocumentReader } from './document-reader.ts';
import { ElementCutter, elementContent, unescapeXml } from './xml.ts';

const ABSTRACT = /<AbstractText(?:\s[^>]*)?>([\s\S]*?)<\/AbstractText>/g;

/** PubMed's baseline and update files: the title and abstract of each citation. Deletions are not applied. */
export function pubmedCitations(file: string): DocumentReader {
  const cutter = new ElementCutter(file, 'PubmedArticleSet', 'PubmedArticle');
  return {
    push: (text) => cutter.push(text).map(documentOf),
    end: () => {
      cutter.end();
      return [];
    },
  };
}

function documentOf(citation: string): string {
  const abstract = elementContent(citation, 'Abstract') ?? '';
  const parts = [elementContent(citation, 'ArticleTitle') ?? '', ...Array.from(abstract.matchAll(ABSTRACT), ([, part]) => part ?? '')];
  // Inside a text there is only markup of characters, such as <i> and <sup>.
  return parts.map((part) => unescapeXml(part.replace(/<[^>]*>/g, ''))).join('\n');
}
