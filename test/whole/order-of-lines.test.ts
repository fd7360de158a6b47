// Kinds that are attacked by their structure: the same lines in another order are the same release. Each is larger than what its attacks sample.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { syntheticEdges } from '../../shared/kinds/graph/core/generate.ts';
import { densityLines, positionLines } from '../../shared/kinds/places/core/generate.ts';
import { searchLines } from '../../shared/kinds/query-log/core/generate.ts';
import { LOG_FORMS } from '../../shared/kinds/query-log/core/log-file.ts';
import type { HitCounter } from '../../shared/ports/hit-counter.ts';
import { madeRelease } from '../helpers/made-release.ts';
import { rowsOf } from '../oracle/twins/whole/twin.ts';
import { auditTexts } from '../oracle/twins/whole/whole-audit.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unveil-order-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Knows every pair, by their letters. */
const anything = {
  source: { id: 'live', version: '1', licence: 'none' },
  size: () => Promise.resolve(100_000),
  countAll: ({ terms, pairs }: { terms: readonly string[]; pairs: Uint32Array }) =>
    Promise.resolve({
      terms: terms.map(() => 400),
      pairs: Array.from({ length: pairs.length / 2 }, (_, at) => {
        const [x, y] = [terms[pairs[2 * at]], terms[pairs[2 * at + 1]]] as [string, string];
        return 1 + ((x.charCodeAt(0) * 7 + y.charCodeAt(0) * 13 + x.length) % 97);
      }),
    }),
} as unknown as HitCounter;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const shuffled = <T>(values: readonly T[]): T[] => shuffle([...values], seeded('other order'));
/** Below the first lines, which say what the file is. */
const turned = (text: string, head: number): string =>
  [...linesOf(text).slice(0, head), ...shuffled(linesOf(text).slice(head)), ''].join('\n');

interface Files {
  readonly release: string;
  readonly original: string;
  readonly beside?: Readonly<Record<string, string>>;
  readonly request?: object;
}

async function made(lines: Iterable<string>, name: string, options: readonly string[]): Promise<Files> {
  const input = join(folder, `${name}.txt`);
  writeFileSync(input, [...lines].join(''));
  const { release, original } = await madeRelease(join(folder, name), input, options);
  return { release: release[1], original: original[1] };
}

/** A kind, a release of it, and the same with its lines in another order. */
const CASES: readonly (readonly [kind: string, what: string, make: () => Promise<readonly [Files, Files]>])[] = [
  ...LOG_FORMS.map(
    (form) =>
      [
        'query-log',
        form,
        async () => {
          const files = await made(searchLines(600, 'order'), form, ['--method', 'query-log', '--form', form, '--k', '5']);
          return [files, { release: turned(files.release, 1), original: turned(files.original, 0) }] as const;
        },
      ] as const,
  ),
  [
    'places',
    'regions',
    async () => {
      const files = await made(positionLines(300, 2, 6, 'order'), 'places', ['--method', 'cloak-adaptive', '--k', '4']);
      const known = [...positionLines(300, 2, 6, 'order'), ...[...densityLines(300, 6, 'order')].slice(1)].join('');
      const request = { external: 'known.jsonl' };
      return [
        { ...files, beside: { 'known.jsonl': known }, request },
        { release: turned(files.release, 1), original: turned(files.original, 1), beside: { 'known.jsonl': turned(known, 1) }, request },
      ];
    },
  ],
  [
    'graph',
    'edges',
    async () => {
      const edges = [...syntheticEdges(150, 3, 'order')].map((edge) => `${edge.join(' ')}\n`);
      const files = await made(edges, 'graph', ['--method', 'k-degree', '--k', '4']);
      return [files, { release: turned(files.release, 1), original: turned(files.original, 1) }];
    },
  ],
  [
    'local',
    'transactions',
    async () => {
      const options = ['--method', 'local', '--hierarchy', 'degree:6', '--k', '4'];
      const { release, original } = await madeRelease(join(folder, 'local'), 'examples/clinic/original.txt', options);
      const { hierarchy, transactions } = JSON.parse(release[1]) as { hierarchy: object; transactions: string[][] };
      const order = shuffled([...transactions.keys()]);
      const own = linesOf(original[1]);
      return [
        { release: release[1], original: original[1] },
        {
          release: JSON.stringify({ hierarchy, transactions: order.map((at) => transactions[at]?.toReversed()) }),
          original: [...order.map((at) => own[at]), ''].join('\n'),
        },
      ];
    },
  ],
  [
    'groups',
    'groups and transactions',
    async () => {
      const options = ['--method', 'cahd', '--sensitive', 'examples/groups/sensitive.txt', '--p', '6'];
      const { release, original } = await madeRelease(join(folder, 'groups'), 'examples/clinic/original.txt', options);
      const { groups } = JSON.parse(release[1]) as { groups: { transactions: string[][]; sensitive: Record<string, number> }[] };
      const order = shuffled([...groups.keys()]);
      const place = new Map(order.map((group, at) => [group, at]));
      const other = order.map((group) => {
        const { transactions, sensitive } = groups[group];
        return {
          transactions: shuffled(transactions.map((items) => items.toReversed())),
          sensitive: Object.fromEntries(Object.entries(sensitive).toReversed()),
        };
      });
      const renumbered = linesOf(original[1]).map((line) => {
        const { cluster, items } = JSON.parse(line) as { cluster: number; items: string[] };
        return JSON.stringify({ cluster: place.get(cluster), items });
      });
      return [
        { release: release[1], original: original[1] },
        { release: JSON.stringify({ groups: other }), original: [...shuffled(renumbered), ''].join('\n') },
      ];
    },
  ],
];

test.each(CASES)('%s, %s: figures do not depend on the order', async (kind, _, make) => {
  const [files, other] = await make();
  const [first, second] = await Promise.all(
    [files, other].map(async ({ request, ...texts }) => {
      const results = await auditTexts({ ...texts, request: { kind, ...request }, sources: [anything] });
      return {
        findings: rowsOf(results, 'findings').map(({ attack, about, status, value, baseline_value, low, high, lift_low }) => [
          [attack, about, status],
          [value, baseline_value, low, high, lift_low].map((figure) =>
            typeof figure === 'number' ? Number(figure.toPrecision(9)) : figure,
          ),
        ]),
        exposures: rowsOf(results, 'exposures')
          .map(({ id, target, probability }) => [id, target, (probability as number).toPrecision(9)].join(' | '))
          .toSorted(),
      };
    }),
  );
  expect(second).toEqual(first);
  expect(first?.findings.length).toBeGreaterThan(2);
});
