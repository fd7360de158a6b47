// Conclusions of audits of places.
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const GATE = ['--fail-above', 'people=0.1@certainty=0.9'];
const HEADER = '{"square":[0,0,16],"levels":4}';
const lines = (all: readonly object[]): string => `${HEADER}\n${all.map((each) => `${JSON.stringify(each)}\n`).join('')}`;

/** Sixteen regions of four people at three times; each time with other neighbours. Nobody is alone in a region, each is alone in three. */
const PEOPLE = Array.from({ length: 64 }, (_, person) => person);
const ROWS = [0, 1, 2].flatMap((time) =>
  PEOPLE.map((person) => {
    const region = Math.floor(((person * ([1, 5, 11][time] ?? 1)) % 64) / 4) ^ (time * 5);
    return { time: time + 1, person, column: 4 * (region % 4) + (person % 4), row: 4 * Math.floor(region / 4) + ((person >> 2) % 4) };
  }),
);
const position = ({ time, person, column, row }: (typeof ROWS)[number]) => ({ time, user: `u${person}`, x: column + 0.5, y: row + 0.5 });
const RELEASE = lines(ROWS.map(({ time, person, column, row }) => ({ time, user: `p${person}`, region: [2, column >> 2, row >> 2] })));
const REGISTER = lines(ROWS.map(position));

test('who knows where everybody was finds nearly everybody: linked, and the gate is closed', async () => {
  const { verdict, way, gate } = await verdictOfFiles(
    { 'release.jsonl': RELEASE, 'known.jsonl': REGISTER },
    'release.jsonl',
    '--external',
    'known.jsonl',
    ...GATE,
  );
  expect([verdict.level, verdict.way]).toEqual(['leaks', 'linked']);
  expect(way('linked').lead).toMatchObject({ attack: 'regions over time', of: 64 });
  expect(way('linked').lead?.people ?? 0).toBeGreaterThan(50);
  expect(gate?.open).toBe(false);
});

test.each([
  ['nothing', null],
  ['one position', lines([{ time: 1, user: 'u0', x: 0.5, y: 0.5 }])],
  ['one cell', lines([{ cell: [0, 0], people: 1 }])],
])('an attacker who knows %s tells nothing, and the gate stays closed', async (_, known) => {
  const files = { 'release.jsonl': RELEASE, ...(known === null ? {} : { 'known.jsonl': known }) };
  const { verdict, gate } = await verdictOfFiles(files, 'release.jsonl', ...(known === null ? [] : ['--external', 'known.jsonl']), ...GATE);
  expect(verdict.level).toBe('cannot tell');
  expect(gate?.open).toBe(false);
});

test('known positions single people out whatever else is known: nobody by one, everybody by three', async () => {
  const { of } = await verdictOfFiles({ 'release.jsonl': RELEASE }, 'release.jsonl');
  const [one, , three] = of('known positions');
  expect([one?.people, one?.of, three?.facts]).toEqual([0, 64, 3]);
  expect(three?.people ?? 0).toBeGreaterThan(50);
});

test('cells that are published as they are hide nothing: who is singled out leads', async () => {
  const bare = lines(ROWS.slice(0, 64).map(({ time, person, column, row }) => ({ time, user: `p${person}`, region: [4, column, row] })));
  const { verdict, of } = await verdictOfFiles({ 'release.jsonl': bare }, 'release.jsonl');
  expect([verdict.level, verdict.way]).toEqual(['leaks', 'singled out']);
  expect(of('homogeneous regions')[0]).toMatchObject({ people: 64, of: 64, state: 'proved' });
});
