// Conclusions on locally generalised releases and on groups with sensitive items.
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const lines = (rows: readonly unknown[]): string => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const of = (count: number): number[] => [...Array(count).keys()];

/** 30 wards with two diseases each, one of which is published and present. */
function wards(seen: number) {
  const inner = of(30).map((ward) => [`ward${ward}`, [`d${ward}a`, `d${ward}b`]] as const);
  const rows = of(30).flatMap((ward) => [
    ...of(10).map(() => ({ published: [`ward${ward}`], held: [`d${ward}a`] })),
    ...of(seen).map(() => ({ published: [`d${ward}a`], held: [`d${ward}a`] })),
  ]);
  return {
    'release.json': JSON.stringify({
      hierarchy: { top: inner.map(([ward]) => ward), ...Object.fromEntries(inner) },
      transactions: rows.map(({ published }) => published),
    }),
    'original.jsonl': lines(rows.map(({ held }) => ({ items: held }))),
  };
}

test('local generalisation that is undone to 100 % leaks, and the gate is closed', async () => {
  const { verdict, way, gate, status, claims } = await verdictOfFiles(
    wards(20),
    ...['release.json', '--original', 'original.jsonl', '--k', '10', '--fail-above', 'learned=0.1@confidence=0.8'],
  );
  expect(verdict).toMatchObject({ level: 'leaks', way: 'learned' });
  expect(way('learned').lead).toMatchObject({ attack: 'frequency', people: 300, of: 300, right: 300 });
  expect(gate?.open).toBe(false);
  expect(status).toBe(4);
  expect(claims).toMatchObject([
    { text: 'k = 10', scope: 'of all published sets of nodes', state: 'held' },
    { scope: 'compared with the original', state: 'held' },
  ]);
}, 60_000);

test('without the original nobody can say so: cannot tell, and closed', async () => {
  const { way, gate, status } = await verdictOfFiles(wards(20), ...['release.json', '--fail-above', 'learned=0.1@confidence=0.8']);
  expect(way('learned')).toMatchObject({ level: 'cannot tell' });
  expect(
    way('learned')
      .obstacles.map(({ remedy }) => remedy)
      .join(),
  ).toContain('--original');
  expect({ open: gate?.open, status }).toEqual({ open: false, status: 4 });
}, 60_000);

test('a false claim is a broken guarantee in audit and check, with one place; people who are alone are singled out by what is published', async () => {
  const files = wards(1);
  const { status, verdict, claims, way } = await verdictOfFiles(files, 'release.json', '--k', '5');
  expect(status).toBe(3);
  expect(verdict.level).toBe('guarantee broken');
  expect(claims).toMatchObject([{ state: 'broken', violations: 30, example: 'transaction 11, whose nodes 1 transaction publishes' }]);
  expect(way('singled out')).toMatchObject({ level: 'leaks', lead: { attack: 'class', state: 'proved', people: 30, of: 330 } });
}, 60_000);

/** 40 groups of five, one holder in each, whose words no other has; and in some groups everybody is one. */
function groups(full: number, telling: boolean) {
  const made = of(40).map((group) => ({
    transactions: of(5).map((at) => (telling && at === group % 5 ? ['cough', 'fever'] : [`word${(group + at) % 7}`, 'visit'])),
    sensitive: { flu: group < full ? 5 : 1 },
  }));
  const held = (group: number, at: number): string[] => (group < full || at === group % 5 ? ['flu'] : []);
  return {
    'release.json': JSON.stringify({ groups: made }),
    'original.jsonl': lines(
      made.flatMap(({ transactions }, cluster) => transactions.map((items, at) => ({ cluster, items: [...items, ...held(cluster, at)] }))),
    ),
  };
}

test('groups whose holders are told by what goes with the item leak, and the gate is closed', async () => {
  const { verdict, way, gate, claims } = await verdictOfFiles(
    groups(0, true),
    ...['release.json', '--original', 'original.jsonl', '--k', '5', '--fail-above', 'people=0.1@certainty=0.5'],
  );
  expect(verdict.level).toBe('leaks');
  expect(way('learned').lead).toMatchObject({ attack: 'learned', people: 40, of: 200, right: 40 });
  expect(gate).toMatchObject({ open: false });
  expect(claims).toMatchObject([{ text: 'k = 5', state: 'held' }, { state: 'held' }]);
}, 60_000);

test('a group of which everybody holds the item is proved, with and without the original', async () => {
  for (const original of [['--original', 'original.jsonl'], []]) {
    const { way, status, claims } = await verdictOfFiles(groups(8, false), 'release.json', '--k', '5', ...original);
    expect(way('learned')).toMatchObject({ level: 'leaks', lead: { attack: 'group', state: 'proved', people: 40, of: 200, right: 40 } });
    expect(claims[0]).toMatchObject({ state: 'broken', violations: 8, example: 'an item in 5 of the 5 transactions of group 0' });
    expect(status).toBe(3);
  }
}, 60_000);

test('groups without sensitive items hide nothing: who is known by published items leads', async () => {
  const release = { groups: of(10).map((group) => ({ transactions: of(5).map((at) => [`own${group}x${at}`]), sensitive: {} })) };
  const { verdict, way, claims } = await verdictOfFiles(
    { 'release.json': JSON.stringify(release) },
    'release.json',
    '--kind',
    'groups',
    '--k',
    '3',
  );
  expect(verdict).toMatchObject({ level: 'leaks', way: 'singled out' });
  expect(way('learned').level).toBe('not tried');
  expect(claims).toMatchObject([{ state: 'nothing to check' }]);
}, 60_000);
