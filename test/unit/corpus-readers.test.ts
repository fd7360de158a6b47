import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { corpusFiles, documentsIn } from '../../shared/adapters/local/corpus-documents.ts';
import { tokensOf } from '../../shared/core/text/tokens.ts';
import { Bunzip2 } from '../../shared/corpus/readers/bunzip2.ts';
import type { DocumentReader } from '../../shared/corpus/readers/document-reader.ts';
import { jsonLineDocuments, plainLines } from '../../shared/corpus/readers/lines.ts';
import { mediawikiArticles } from '../../shared/corpus/readers/mediawiki.ts';
import { pubmedCitations } from '../../shared/corpus/readers/pubmed.ts';
import { stripWikitext } from '../../shared/corpus/readers/wikitext.ts';

const folder = mkdtempSync(join(tmpdir(), 'unveil-readers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The text whole, and one character at a time: the documents must be the same. */
function read(reader: (file: string) => DocumentReader, text: string): string[] {
  const whole = reader('f');
  const documents = [...whole.push(text), ...whole.end()];
  const slow = reader('f');
  expect([...[...text].flatMap((character) => slow.push(character)), ...slow.end()]).toEqual(documents);
  return documents;
}

const place = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as { describe(): string }).describe();
  }
  return 'nothing was thrown';
};

describe('lines', () => {
  test('plain text: one document a line, empty ones left out', () => {
    expect(read(plainLines, '\ufeffone two\r\n\n  \nthree')).toEqual(['one two\r', 'three']);
  });

  test('JSON Lines: the text after its title', () => {
    expect(read(jsonLineDocuments, '{"text":"a b"}\n{"id":"1","title":"T","text":"x"}\n\n')).toEqual(['a b', 'T\nx']);
  });

  test.each([
    ['{"text":"a"}\n{"text":\n', 'f:2: this line is not JSON'],
    ['[]\n', 'f:1: each line is a JSON object with a "text"'],
    ['\n{"text":5}', 'f:2: each line is a JSON object with a "text"'],
    ['null', 'f:1: each line is a JSON object with a "text"'],
  ])('%j is a bad input', (text, message) => {
    expect(place(() => read(jsonLineDocuments, text))).toBe(message);
  });
});

const WIKI = `<mediawiki xml:lang="de">
 <siteinfo><namespaces><namespace key="6" case="first-letter">Datei</namespace><namespace key="14">Kategorie</namespace></namespaces></siteinfo>
 <page><title>Knie &amp; Meniskus</title><ns>0</ns><id>1</id><revision><text bytes="9" xml:space="preserve">'''Knie''' [[Datei:x.jpg|mini|noise]] [[Gelenk|gelenke]] &lt;ref&gt;noise&lt;/ref&gt;
[[Kategorie:Noise]]</text></revision></page>
 <page><title>Talk:Knie</title><ns>1</ns><revision><text>noise</text></revision></page>
 <page><title>Kniegelenk</title><ns>0</ns><redirect title="Knie" /><revision><text>#REDIRECT [[Knie]]</text></revision></page>
 <page><title>Leer</title><ns>0</ns><revision><text bytes="0" /></revision></page>
 <page><title>Hüfte</title><ns>0</ns><revision><text>Die Hüfte&amp;nbsp;ist.</text></revision></page>
</mediawiki>
`;

describe('Wikipedia dumps', () => {
  test('articles without markup, namespaces or redirects', () => {
    const documents = read(mediawikiArticles, WIKI).map((text) => tokensOf(text).join(' '));
    expect(documents).toEqual(['knie meniskus knie gelenke', 'hüfte die hüfte ist']);
  });

  test.each([
    ['cut off inside a page', WIKI.slice(0, 500), /f:5: the file ends before <\/mediawiki>, after 2 <page>/],
    ['cut off between pages', WIKI.slice(0, WIKI.indexOf('</mediawiki>')), /f:\d+: the file ends before <\/mediawiki>, after 5 <page>/],
    ['another kind of XML', '<html></html>', /there is no <mediawiki>/],
    ['empty', '', /there is no <mediawiki>/],
  ])('%s is a bad input', (_, text, message) => {
    expect(place(() => read(mediawikiArticles, text))).toMatch(message);
  });
});

describe('stripWikitext', () => {
  const hidden = new Set(['file', 'category']);
  test.each([
    ["'''H'''eart and ''lung''", 'heart and lung'],
    ['a {{cite|b={{c}}|d}} e {{f}}', 'a e'],
    ['before\n{| class="x"\n|-\n| cell {{t|}} \n{|\n|inner\n|}\n|}\nafter', 'before after'],
    ['{{Infobox|a={{{1|}}}|b}} text', 'text'],
    ['[[knee]] and [[knee joint|joints]]s [[de:Knie]] [[:Category:Knees]]', 'knee and jointss category knees'],
    ['[[File:a.jpg|thumb|a [[caption]] here]] text [[Category:Noise|sort]]', 'text'],
    ['[http://a.b/c?d=e label words] https://x.y/z [//p.q]', 'label words'],
    ['a<ref name="x">noise</ref> b<ref name="y" /> c', 'a b c'],
    ['H<sub>2</sub>O x<br/>y <math>\\alpha</math> z', 'h2o x y z'],
    ['a <!-- noise --> b &nbsp;&ndash; c&thinsp;d &bogus; e', 'a b c d e'],
    ['__NOTOC__ == Head == * item', 'head item'],
    // An unclosed bracket is text.
    ['a {{ b', 'a b'],
    ['a [[ b | c', 'a b c'],
    ['a <ref> b', 'a b'],
    ['a <!-- b', 'a b'],
    ['a }} ]] |} b', 'a b'],
  ])('%j', (wikitext, words) => {
    expect(tokensOf(stripWikitext(wikitext, hidden)).join(' ')).toBe(words);
  });

  test('is linear whatever is left open', () => {
    for (const open of ['{{', '[[', '<ref>', '<!--', '{|\n', '<ref', '&', "'''", '[http://']) {
      const started = process.cpuUsage().user;
      stripWikitext(open.repeat(40_000), hidden);
      expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
    }
  });
});

const PUBMED = `<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "x" "y">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>Knee &lt;i&gt; <i>injury</i> in CO<sub>2</sub>.</ArticleTitle>
<Abstract><AbstractText Label="AIM">To see.</AbstractText><AbstractText>We saw &#946;-blockers.</AbstractText><CopyrightInformation>noise</CopyrightInformation></Abstract></Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>2</PMID><Article><ArticleTitle>No abstract</ArticleTitle></Article></MedlineCitation></PubmedArticle>
<DeleteCitation><PMID>9</PMID></DeleteCitation>
</PubmedArticleSet>`;

describe('PubMed files', () => {
  test('titles and abstracts', () => {
    expect(read(pubmedCitations, PUBMED).map((text) => tokensOf(text).join(' '))).toEqual([
      'knee i injury in co2 to see we saw β blockers',
      'no abstract',
    ]);
  });

  test('cut off', () => {
    expect(place(() => read(pubmedCitations, PUBMED.slice(0, -12)))).toMatch(/f:6: the file ends before <\/PubmedArticleSet>, after 2/);
  });
});

const bzip2 = (text: string | Uint8Array, level = 9): Buffer =>
  spawnSync('bzip2', [`-${level}`], { input: text, maxBuffer: 1 << 28 }).stdout;
// Made by `printf 'knee injury\n' | bzip2`: so that the decoder is tested where there is no bzip2.
const SMALL = Buffer.from('QlpoOTFBWSZTWS93GjsAAANRgAAQQAACORIgIAAiAyaaEAMHkIUFr5+LuSKcKEgXu40dgA==', 'base64');

function bunzip(bytes: Uint8Array, chunk = bytes.length): string {
  const decoder = new Bunzip2('f.bz2');
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunk) parts.push(...decoder.push(bytes.subarray(at, at + chunk)));
  return Buffer.concat([...parts, ...decoder.end()]).toString();
}

const hasBzip2 = spawnSync('bzip2', ['--version']).status === 0;

describe('bzip2', () => {
  const samples = [
    'knee injury\n',
    '',
    'a'.repeat(100_000),
    Array.from({ length: 60_000 }, (_, at) => `word${(at * at) % 7919} `).join(''),
    Array.from({ length: 3000 }, (_, at) => 'xyzé'.repeat(at % 300)).join(''),
  ];
  const made = hasBzip2 ? samples.map((text, at) => [text, bzip2(text, at === 3 ? 1 : 9)] as const) : [];

  test('decodes a small file', () => {
    expect(bunzip(SMALL)).toBe('knee injury\n');
    expect(bunzip(SMALL, 1)).toBe('knee injury\n');
  });

  test('decodes what bzip2 makes, in pieces of any size and in streams after each other', () => {
    for (const [text, bytes] of made) {
      expect(bunzip(bytes) === text).toBe(true);
      expect(bunzip(bytes, 1000) === text).toBe(true);
    }
    expect(bunzip(Buffer.concat(made.map(([, bytes]) => bytes))) === made.map(([text]) => text).join('')).toBe(true);
  });

  test('hands out a block before it decodes the next: a small file may unfold to gigabytes', () => {
    const decoder = new Bunzip2('f.bz2');
    expect([...decoder.push(Buffer.concat([SMALL, Buffer.from('rest')]))]).toEqual([]);
    const blocks = decoder.end();
    expect(Buffer.from(blocks.next().value as Uint8Array).toString()).toBe('knee injury\n');
    expect(place(() => blocks.next())).toMatch(`something else follows its end (from byte ${SMALL.length} on)`);
  });

  test('cut off, damaged, followed by something else, or nothing of the kind', () => {
    // Two blocks, so that damage is met in a later one too.
    const bytes = hasBzip2 ? bzip2(samples[3].slice(0, 150_000), 1) : SMALL;
    expect(place(() => bunzip(bytes.subarray(0, bytes.length - 20)))).toMatch(/f.bz2: this is not a whole bzip2 file/);
    expect(place(() => bunzip(new Uint8Array(0)))).toMatch(/cut off/);
    expect(place(() => bunzip(Buffer.from('knee injury')))).toMatch(/does not begin like one/);
    expect(place(() => bunzip(Buffer.concat([bytes, Buffer.from('rest')])))).toMatch(
      `something else follows its end (from byte ${bytes.length} on)`,
    );
    for (let at = 4; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] ^= 16;
      expect(place(() => bunzip(damaged))).toMatch(/this is not a whole bzip2 file: .* \(from byte \d+ on\)/);
    }
  });
});

describe('files and folders', () => {
  const collect = async (path: string): Promise<string[]> => {
    const documents: string[] = [];
    for (const file of corpusFiles(path)) for await (const batch of documentsIn(file)) documents.push(...batch);
    return documents;
  };
  const put = (name: string, bytes: string | Uint8Array): string => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  };

  test('each compression, each format by its name', async () => {
    const lines = '{"text":"one"}\n{"text":"zwei é"}\n';
    expect(await collect(put('a.jsonl', lines))).toEqual(['one', 'zwei é']);
    expect(await collect(put('a.jsonl.gz', gzipSync(lines)))).toEqual(['one', 'zwei é']);
    expect(await collect(put('two.jsonl.gz', Buffer.concat([gzipSync(lines), gzipSync(lines)])))).toHaveLength(4);
    expect(await collect(put('a.jsonl.zst', zstdCompressSync(lines)))).toEqual(['one', 'zwei é']);
    expect(await collect(put('a.txt', 'one\ntwo\n'))).toEqual(['one', 'two']);
    expect(await collect(put('w.xml', WIKI))).toHaveLength(2);
    expect(await collect(put('p.xml.gz', gzipSync(PUBMED)))).toHaveLength(2);
  });

  test('in a folder each text is one document, by path', async () => {
    put('docs/b.txt', 'one\ntwo');
    put('docs/a/c.md', 'three');
    put('docs/d.jsonl', '{"text":"four"}\n{"text":"five"}');
    put('docs/ignored.png', 'noise');
    expect(await collect(join(folder, 'docs'))).toEqual(['three', 'one\ntwo', 'four', 'five']);
  });

  test.each([
    ['cut.jsonl.gz', gzipSync('{"text":"one"}\n'.repeat(1000)).subarray(0, 60), /cut.jsonl.gz: this file cannot be decompressed/],
    ['no.jsonl.zst', Buffer.from('knee'), /no.jsonl.zst: this file cannot be decompressed/],
    ['other.xml', '<html>', /other.xml: this XML is neither/],
    ['binary.txt', 'a\0b', /binary.txt: this is not text/],
  ])('%s is a bad input', async (name, bytes, message) => {
    const path = put(name, bytes);
    const described = await collect(path).then(
      () => 'nothing was thrown',
      (error) => error.describe?.() ?? String(error),
    );
    expect(described).toMatch(message);
  });
});
