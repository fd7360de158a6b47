import * as z from 'zod';

// What commands print with --json. A key may come; none goes or changes its meaning without a new version of the package saying so.

const count = z.int().min(0);
const figure = z.number().nullable();
const text = z.string();

const notes = z.array(z.strictObject({ message: text, file: text.optional(), line: count, times: count }));

const transactionsMade = {
  transactions: count.describe('How many were written.'),
  distinct_items: count,
  items_a_transaction: z.number().min(0).describe('The mean.'),
  out: text.describe('The file.'),
};

const notices = z.array(z.looseObject({ code: text.describe('Stable: to be compared with.'), message: text }));
const rates = { precision: figure, recall: figure, f1: figure };

const setGeneralisedAudit = z
  .looseObject({
    audit_id: text,
    folder: text.describe('Where the results are.'),
    transactions: count,
    groups: count.describe('Generalised items.'),
    cells: count,
    density: figure,
    unmatched_items: count.describe('Items that no source knows.'),
    verdict: z.looseObject({ level: text, why: text.nullable(), remedy: text.nullable() }),
    claim_holds: z.boolean().nullable(),
    violations: count.nullable(),
    statement: text.describe('What a publisher can quote.'),
    exposed: z
      .looseObject({ people: count })
      .nullable()
      .describe('Of how many people something hidden is named; null where no attack states a probability.'),
    best_of_several: z.looseObject({}).nullable(),
    attacks: z.array(
      z.looseObject({
        attack: text,
        attack_version: count,
        parameters_hash: text.describe('Two rows with the same attack, version and hash are comparable.'),
        status: z.enum(['decided', 'not computable', 'errored']),
        reason: text.nullable(),
        eliminated: count.nullable(),
        ...rates,
        coverage: figure,
        random: z.strictObject(rates),
        blind: z.strictObject(rates),
        matched: z.strictObject(rates),
      }),
    ),
    notices,
  })
  .describe('Of a set-generalised release. null is not computable, never 0.');

const disassociatedAudit = z
  .looseObject({
    kind: z.literal('disassociated'),
    folder: text,
    transactions: count,
    clusters: count,
    joint_clusters: count,
    pieces: count,
    scored_pieces: count,
    claim: z.looseObject({ k: count, m: count }).nullable(),
    claim_holds: z.boolean().nullable(),
    violations: count.nullable(),
    attacks: z.array(z.looseObject({ attack: text, places: count, breakage: figure })),
    breaches: z.array(z.looseObject({ attacker: text, breaches: count.nullable(), quantity: figure })),
    unmatched_items: count,
    notices,
  })
  .describe('Of a disassociated release.');

const violation = z.strictObject({
  rule: text,
  cluster: count.nullable(),
  jointCluster: count.nullable(),
  chunk: count.nullable(),
  items: z.array(text),
  found: count,
  wanted: count,
});
const rare = z.strictObject({ rule: z.literal('support'), items: z.array(text), found: count, wanted: count });
const claim = z.looseObject({ rule: text, reached: figure, holds: z.boolean().nullable(), failingClasses: count });
const table = z.looseObject({
  records: count,
  classes: count,
  suppressed: count,
  facts: z.array(z.looseObject({ rule: text, reached: figure })),
  claims: z.array(claim),
  losses: z.looseObject({}),
  holds: z.boolean(),
});

const shownRow = z.looseObject({ entries: z.array(z.array(text)) });

const related = z.strictObject({ state: z.enum(['ok', 'undefined', 'never together', 'unreliable']), value: figure });

const corpus = {
  path: text,
  documents: count,
  pieces: count.describe('N.'),
  tokens: count,
  vocabulary: count,
  bytes: count,
  version: text,
};

const share = z.strictObject({ value: figure, low: figure, high: figure });
const adviceAttack = z.strictObject({ attacker: text, seed: text, people: figure });
const adviceFigures = z.array(z.strictObject({ name: text, value: figure }));
const lastAttacks = z.strictObject({ people: share, attacks: z.array(adviceAttack) });
const advice = z.looseObject({
  out: text.describe('The folder.'),
  verdict: text,
  notices: z.array(text),
  certainty: z.number(),
  target: figure,
  reached: z.boolean().nullable().describe('null: no target was asked for.'),
  chosen: text.describe('The point that is written.'),
  last: z
    .strictObject({ given: lastAttacks, chosen: lastAttacks })
    .describe('People named, by last attacks whose seeds nothing was chosen by: of the release as given, and of the one that is written.'),
  points: z.array(
    z.looseObject({ name: text, move: text, people: share, attacks: z.array(adviceAttack), losses: adviceFigures, counts: adviceFigures }),
  ),
});
const suggestions = z.strictObject({
  suggestions: z.array(z.strictObject({ members: z.array(text), named: count, transactions: count, withhold: text.nullable() })),
  note: text,
});

const cell = z.union([text, z.number(), z.boolean(), z.null()]);

const campaignAudit = z.looseObject({ name: text, status: text, auditId: text.nullable(), reason: text.nullable() });
const gate = z.looseObject({ open: z.boolean(), message: text }).nullable();
const agreement = z.strictObject({ pearson: figure, spearman: figure });

/** By command, with the action behind a hyphen where it has several. `lines`: so many objects, one a line; else one value. */
export const COMMAND_OUTPUTS = {
  import: { value: z.strictObject({ ...transactionsMade, generalised_items: count, notes }), lines: false, about: 'what was read' },
  audit: { value: z.union([setGeneralisedAudit, disassociatedAudit]), lines: false, about: 'the summary' },
  look: {
    value: z.strictObject({
      kind: z.enum(['set-generalised', 'disassociated', 'relational']),
      format: text,
      facts: z.array(z.strictObject({ label: text, value: text })),
      sets: z.array(z.strictObject({ members: z.array(text), size: count, times: count })),
      first: z.array(shownRow),
      warnings: notes,
      remarks: z.array(text),
    }),
    lines: false,
    about: 'what was understood of a file; texts are cut',
  },
  serve: {
    value: z.strictObject({ address: text, results: text }),
    lines: false,
    about: 'where the page is, while it is served; the folder of results',
  },
  eliminate: {
    value: z.looseObject({
      attack: text,
      delta: figure,
      eliminated: z.array(z.tuple([count, count])),
      why: z.array(z.union([z.number(), z.literal('never'), z.null()])),
      notComputable: text.optional(),
    }),
    lines: true,
    about: 'a line a table and attack',
  },
  check: { value: z.union([violation, rare, table]), lines: true, about: 'a line a violation; of a table of people one line for all' },
  extract: {
    value: z.strictObject({ ...transactionsMade, left_out: count.describe('Documents without an item.') }),
    lines: false,
    about: 'what was made',
  },
  anonymise: {
    value: z.strictObject({
      out: text,
      measures: z.record(text, z.union([z.number(), text, z.boolean(), z.null()])),
      notes: z.array(text),
    }),
    lines: false,
    about: 'where it is, and what measures.json holds',
  },
  generate: {
    value: z.strictObject({ ...transactionsMade, density: z.number(), corpus: text.nullable(), documents: count }),
    lines: false,
    about: 'what was made',
  },
  relate: {
    value: z.strictObject({
      source: text,
      version: text,
      x: text,
      y: text,
      fx: figure,
      fy: figure,
      fxy: figure,
      n: figure,
      readAs: z.tuple([text, text]).describe('The forms of x and y that were counted.'),
      backedOff: z.boolean(),
      ngd: related,
      pmi: related,
      npmi: related,
      jaccard: related,
    }),
    lines: true,
    about: 'a line a source and pair',
  },
  sources: {
    value: z.strictObject({ name: text, kind: z.enum(['dictionary', 'corpus', 'live', 'vectors']), here: z.boolean() }),
    lines: true,
    about: 'a line a source; after add and remove that of the vectors',
  },
  'corpus-build': { value: z.strictObject({ ...corpus, seconds: z.number() }), lines: false, about: 'what was built' },
  'corpus-list': {
    value: z.strictObject({ name: text, pieces: count.nullable(), bytes: count, version: text.nullable(), fault: text.nullable() }),
    lines: true,
    about: 'a line a corpus',
  },
  'corpus-info': {
    value: z.strictObject({ ...corpus, piece_words: count, lang: text.nullable(), plurals: text, intact: z.literal(true) }),
    lines: false,
    about: 'what it holds',
  },
  'corpus-check': {
    value: z.strictObject({ source: text, set: text, pairs: count, covered: count, ngd: agreement.nullable(), npmi: agreement.nullable() }),
    lines: true,
    about: 'a line a set of judged pairs',
  },
  'corpus-remove': { value: z.strictObject({ removed: text }), lines: false, about: 'what is gone' },
  query: { value: z.array(z.record(text, cell)), lines: false, about: 'the rows' },
  'query-list': { value: z.strictObject({ name: text, about: text }), lines: true, about: 'a line a named query, of --list' },
  campaign: {
    value: z.looseObject({
      campaign: text,
      totals: z.strictObject({ succeeded: count, rejected: count, failed: count }),
      audits: z.array(
        z.looseObject({
          name: text,
          auditId: text.nullable(),
          status: z.enum(['succeeded', 'rejected', 'failed']),
          reason: text.nullable(),
          word: text.nullable().describe('Of one that succeeded: its claim is false, or its gate says no.'),
          figures: z.looseObject({ named80: figure }).nullable(),
        }),
      ),
    }),
    lines: false,
    about: 'how each audit ended',
  },
  watch: {
    value: z.strictObject({ status: z.enum(['accepted', 'done', 'failed', 'rejected']), drop: text.describe('Its key, as in the cloud.') }),
    lines: true,
    about: 'a line an answer',
  },
  certify: {
    value: z.strictObject({ statement: text, page: text, fingerprint: text }),
    lines: false,
    about: 'the two files, and the key that signed',
  },
  'certify-key': { value: z.strictObject({ key: text, fingerprint: text }), lines: false, about: 'the new key, of --new-key' },
  'certify-verify': {
    value: z.union([
      z.strictObject({ valid: z.literal(true), why: z.null(), fingerprint: text, audit: text, page: z.boolean() }),
      z.strictObject({ valid: z.literal(false), why: text.nullable() }),
    ]),
    lines: false,
    about: 'whether it is as it was signed, of --verify',
  },
  compare: {
    value: z.looseObject({
      verdict: text,
      notices: z.array(text),
      audits: z.array(z.looseObject({ name: text, attack: text })),
      differences: z.array(z.looseObject({ first: text, second: text, measure: text, difference: figure, low: figure, high: figure })),
    }),
    lines: false,
    about: 'the comparison',
  },
  advise: { value: z.union([advice, suggestions]), lines: false, about: 'the advice; from a release alone what betrays' },
  experiment: {
    value: z.strictObject({ figure: text, agree: count, differ: count, page: text }),
    lines: true,
    about: 'a line a figure',
  },
  'cloud-submit': { value: z.strictObject({ id: text }), lines: false, about: 'the id of the audit or campaign' },
  'cloud-status': {
    value: z.union([
      z.strictObject({ id: text, status: text, reason: text.nullable(), gate }),
      z.strictObject({ id: text, audits: z.array(campaignAudit).nullable(), error: text.nullable() }),
    ]),
    lines: false,
    about: 'of an audit, or of a campaign and its audits (null: not started)',
  },
  'cloud-redrive': {
    value: z.strictObject({ id: text, reason: text.nullable() }),
    lines: true,
    about: 'a line an audit; a reason is why it does not go on',
  },
  'cloud-results': {
    value: z.union([
      z.strictObject({ id: text, files: count, out: text, gate }),
      z.strictObject({ id: text, audits: z.array(campaignAudit.extend({ results: text.nullable() })), error: text.nullable() }),
    ]),
    lines: false,
    about: 'where the results are',
  },
  'cloud-push': { value: z.strictObject({ source: text, key: text }), lines: false, about: 'where the source went' },
  'cloud-doctor': { value: z.strictObject({ kind: z.enum(['ok', 'could', 'mend']), text }), lines: true, about: 'a line a finding' },
  'cloud-estimate': {
    value: z.strictObject({
      units: count,
      cells: count,
      pairs: count,
      cached: z.number(),
      services: z.array(z.strictObject({ service: text, dollars: z.number(), how: text })),
      dollars: z.number(),
      steps: z.array(z.strictObject({ step: text, seconds: z.number() })),
      idle_dollars_a_month: z.number(),
    }),
    lines: false,
    about: 'the price',
  },
  'cloud-purge': { value: z.strictObject({ deleted: count, kept: z.array(text) }), lines: false, about: 'versions deleted' },
  'cache-stats': {
    value: z.strictObject({
      counts: count,
      zeros: count,
      not_expressible: count,
      failed: count,
      leased: count,
      expired: count,
      store: text,
      bytes: count,
      key: text,
      key_is_there: z.boolean(),
    }),
    lines: false,
    about: 'what the cache holds',
  },
  'cache-export': {
    value: z.strictObject({ written: count, file: text, key_file: text.nullable() }),
    lines: false,
    about: 'what was written',
  },
  'cache-import': { value: z.strictObject({ added: count }), lines: false, about: 'what was added' },
  'cache-purge': { value: z.strictObject({ deleted: count }), lines: false, about: 'what is gone' },
  doctor: {
    value: z.strictObject({
      version: text,
      node: text,
      platform: text,
      findings: z.array(z.strictObject({ kind: z.enum(['ok', 'missing', 'mend']), what: text, found: text, remedy: text.nullable() })),
    }),
    lines: false,
    about: 'what is here and what is missing',
  },
} as const satisfies Readonly<Record<string, { readonly value: z.ZodType; readonly lines: boolean; readonly about: string }>>;
