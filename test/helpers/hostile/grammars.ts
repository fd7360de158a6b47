import fc from 'fast-check';

/** Items with all that makes a format quote, and names that every object has. */
export const item: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('flu', 'heart attack', 'knee', 'vitamin b', 'Ångström', '日本', 'a-b', 'x_1', '7', '12', '345') },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...'ab ,()"\'#@{[\\-1;|:*'), minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'NA', 'null', '*', '[20, 30)') },
);
const plain = fc.constantFrom('flu', 'gout', 'asthma', 'knee', 'hip', 'lung', 'milk', 'beer');
export const number = fc.oneof(fc.nat(30).map(String), fc.nat(3_000_000_000).map(String));

const lines = (line: fc.Arbitrary<string>, maxLength = 6): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(line, { minLength: 1, maxLength }), fc.constantFrom('\n', '\n', '\r\n'))
    .map(([all, end]) => all.map((each) => each + end).join(''));
export const joined = (parts: fc.Arbitrary<string>, by: string, maxLength = 5): fc.Arbitrary<string> =>
  fc.uniqueArray(parts, { minLength: 1, maxLength }).map((all) => all.join(by));
const quoted = (text: string): string => (/[,;|\t"()\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text);

/** `a, (b, c), d` */
export const text = lines(
  joined(
    fc.oneof({ weight: 3, arbitrary: item.map(quoted) }, { weight: 1, arbitrary: joined(plain, ', ').map((set) => `(${set})`) }),
    ', ',
  ),
);

const entry = fc.oneof(
  { weight: 3, arbitrary: item as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: fc.uniqueArray(plain, { minLength: 2, maxLength: 3 }) },
);
export const jsonLines = lines(
  fc
    .record({ id: fc.oneof(number, item), items: fc.array(entry, { maxLength: 5 }) }, { requiredKeys: ['items'] })
    .map((each) => JSON.stringify(each)),
);

const separator = fc.constantFrom(',', ';', '\t', '|');
const row = (cells: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  separator.chain((by) =>
    fc.array(cells, { minLength: 1, maxLength: 6 }).map((rows) => `${rows.map((each) => each.map(quoted).join(by)).join('\n')}\n`),
  );
const headed = (head: readonly string[], cells: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  separator.chain((by) => row(cells).map((rows) => `${head.join(by)}\n${rows.replaceAll(/[,;|\t]/g, by)}`));
export const csv = fc.oneof(
  headed(
    ['id', 'item'],
    fc.tuple(number, item).map((pair) => [...pair]),
  ),
  headed(
    ['visit_id', 'dx1', 'dx2', 'dx3'],
    fc.tuple(number, fc.array(item, { minLength: 3, maxLength: 3 })).map(([id, all]) => [id, ...all]),
  ),
  headed(
    ['id', 'flu', 'gout'],
    fc
      .tuple(number, fc.array(fc.constantFrom('0', '1', 'yes', 'no', 'x', ''), { minLength: 2, maxLength: 2 }))
      .map(([id, all]) => [id, ...all]),
  ),
  row(fc.array(item, { minLength: 1, maxLength: 4 })),
  headed(
    ['id', 'items'],
    fc.tuple(number, joined(plain, ';')).map((pair) => [...pair]),
  ),
);

export const fimi = lines(joined(number, ' '));
export const spmf = fc
  .tuple(
    fc.constantFrom('', '@CONVERTED_FROM_TEXT\n@ITEM=3=knee\n'),
    lines(joined(joined(number, ' '), ' -1 ', 3).map((sets) => `${sets} -1 -2`)),
  )
  .map((parts) => parts.join(''));

const chunk = fc.array(fc.uniqueArray(plain, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
const ours = fc.record(
  {
    size: fc.integer({ min: 1, max: 6 }),
    recordChunks: fc.array(chunk, { maxLength: 2 }),
    termChunk: fc.uniqueArray(plain, { maxLength: 3 }),
  },
  { requiredKeys: ['size'] },
);
const others = fc.record(
  {
    record_chunks: fc.array(chunk, { maxLength: 2 }),
    item_chunk: fc.uniqueArray(plain, { maxLength: 3 }),
    shared_chunks: fc.array(chunk, { maxLength: 2 }),
    size: fc.nat(6),
  },
  { requiredKeys: ['record_chunks'] },
);
export const disassociated = fc
  .oneof(
    fc.record(
      {
        clusters: fc.array(ours, { minLength: 1, maxLength: 4 }),
        jointClusters: fc.array(
          fc.record({ clusters: fc.uniqueArray(fc.nat(4), { maxLength: 3 }), sharedChunks: fc.array(chunk, { maxLength: 2 }) }),
          { maxLength: 2 },
        ),
        k: fc.nat(5),
        m: fc.nat(3),
      },
      { requiredKeys: ['clusters'] },
    ),
    fc.record({ clusters: fc.array(others, { minLength: 1, maxLength: 4 }) }),
    fc.array(others, { minLength: 1, maxLength: 3 }),
  )
  .map((each) => JSON.stringify(each));

export const cell = fc.constantFrom('a\nb', '30', '30-39', '[30, 40)', '*', 'flu', '130**', '?', '', 'NA', 'a "b" c', 'x;y', '-1.5');
export const people = fc.oneof(
  headed(['age', 'zip', 'disease'], fc.array(cell, { minLength: 3, maxLength: 3 })),
  lines(fc.record({ age: cell, zip: cell, disease: cell }).map((each) => JSON.stringify(each))),
);
export const hierarchy = fc.oneof(
  fc.dictionary(plain, fc.array(fc.oneof(plain, item), { maxLength: 3 }), { maxKeys: 4 }).map((each) => JSON.stringify(each)),
  lines(fc.tuple(item, fc.constantFrom(';milk;*', ';food;*', ';a;b;*', ';*')).map((parts) => parts.join(''))),
  lines(fc.tuple(plain, joined(plain, ' ', 3)).map(([parent, children]) => `${parent} has ${children}`)).map((all) => `distinct\n${all}`),
);
export const labels = fc.oneof(
  lines(fc.tuple(number, item).map((pair) => pair.join('\t'))),
  headed(['code', 'chapter', 'long_title'], fc.array(item, { minLength: 3, maxLength: 3 })),
);

export const distanceTables = fc.oneof(
  fc
    .record({
      distances: fc.array(
        fc.array(
          fc.oneof(
            { weight: 5, arbitrary: fc.double({ min: 0, max: 3 }) as fc.Arbitrary<unknown> },
            { weight: 1, arbitrary: fc.constantFrom(null, 'never', Number.POSITIVE_INFINITY, 'x') },
          ),
          { minLength: 2, maxLength: 3 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map((each) => `${JSON.stringify(each)}\n`),
  fc
    .array(fc.array(fc.array(fc.double({ min: 0, max: 3 }), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 2 }))
    .map((each) => JSON.stringify(each)),
);
export const wikitext = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        '{{Infobox|a=b}}',
        "'''knee'''",
        '[[hip|the hip]]',
        '<ref name=x>r</ref>',
        '{|\n|-\n|a\n|}',
        '== H ==',
        'text ',
        '<!-- c -->',
        '&amp;',
        '[http://x y]',
        '<math>x</math>',
      ),
      { maxLength: 8 },
    ),
  )
  .map(
    ([parts]) =>
      `<mediawiki><siteinfo><namespaces><namespace key="6">File</namespace></namespaces></siteinfo><page><title>T</title><ns>0</ns><revision><text xml:space="preserve">${parts.join('').replaceAll('<', '&lt;')}</text></revision></page></mediawiki>`,
  );
export const pubmedXml = item.map(
  (title) =>
    `<PubmedArticleSet><PubmedArticle><MedlineCitation><Article><ArticleTitle>${title}</ArticleTitle><Abstract><AbstractText Label="A">One &lt; two.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`,
);
export const queryLog = fc.oneof(
  lines(
    fc
      .record(
        { user: number, query: item, session: number, time: fc.constantFrom('2006-03-01 07:17:12', '1141197432', 'x') },
        { requiredKeys: ['user', 'query'] },
      )
      .map((each) => JSON.stringify(each)),
  ),
  lines(fc.tuple(number, item, fc.constantFrom('2006-03-01 07:17:12', '1141197432')).map((cells) => cells.join('\t'))).map(
    (all) => `AnonID\tQuery\tQueryTime\n${all}`,
  ),
);
export const documents = lines(
  fc.record({ id: fc.oneof(number, item), text: item }, { requiredKeys: ['text'] }).map((each) => JSON.stringify(each)),
);
const piece = fc.oneof(
  { weight: 3, arbitrary: item as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.record({ term: item, as: item }, { requiredKeys: ['term'] }) },
  { weight: 2, arbitrary: fc.record({ mark: fc.nat(3), node: plain }) },
  { weight: 1, arbitrary: fc.constantFrom({ gap: true }, { gap: false }, null, [], '') },
);
const sanitisedDocument = fc.record({ id: fc.oneof(number, item), text: fc.array(piece, { maxLength: 5 }) });
export const sanitised = fc
  .tuple(
    fc.oneof(
      fc.record({ sanitised: fc.constant('t-plausible'), t: fc.nat(9) }, { requiredKeys: ['sanitised'] }),
      fc.record({ sanitised: fc.constantFrom('k-safe', 'k-confusable', 'blur'), k: fc.nat(9) }, { requiredKeys: ['sanitised'] }),
    ),
    fc.uniqueArray(plain, { minLength: 3, maxLength: 3 }),
    fc.array(sanitisedDocument, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\n', '\r\n'),
  )
  .map(([header, [node, ...children], documents, end]) =>
    [header, ...(header.sanitised === 't-plausible' ? [{ node, children }] : []), ...documents]
      .map((row) => JSON.stringify(row) + end)
      .join(''),
  );
export const sanitisedOriginal = lines(
  fc
    .record(
      {
        id: fc.oneof(number, item),
        text: fc.array(fc.oneof(item, fc.record({ term: item, as: item }, { requiredKeys: ['term'] })), { maxLength: 4 }),
        about: item,
      },
      { requiredKeys: ['id', 'text'] },
    )
    .map((each) => JSON.stringify(each)),
);
export const knownContexts = fc
  .record({
    contexts: fc.dictionary(plain, fc.uniqueArray(item, { maxLength: 3 }), { minKeys: 1, maxKeys: 4 }),
    protected: fc.uniqueArray(plain, { maxLength: 2 }),
  })
  .map((each) => JSON.stringify(each));
export const knownTopics = fc
  .record({
    topics: fc.dictionary(
      plain,
      fc.record({
        prior: fc.double({ min: 0, max: 1, noNaN: true }),
        terms: fc.dictionary(item, fc.double({ min: 0, max: 1, noNaN: true }), { maxKeys: 3 }),
      }),
      { minKeys: 1, maxKeys: 4 },
    ),
    sensitive: fc.uniqueArray(plain, { maxLength: 2 }),
  })
  .map((each) => JSON.stringify(each));
