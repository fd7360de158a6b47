// What each attack learns about people, against direct counting.
import { memoryBlobStore } from '../../shared/adapters/local/memory-blob-store.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { chanceOf, noExposure, uncertaintyOf } from '../../shared/core/verdict/exposed.ts';
import type { FinishedUnit } from '../../shared/kinds/set-generalised/measure/finished-units.ts';
import { readGuesses, SHARE_UNIT, writeGuesses } from '../../shared/kinds/set-generalised/measure/guess-rows.ts';
import { PeopleGuesses } from '../../shared/kinds/set-generalised/publish/people-guesses.ts';

const PEOPLE = 40;
const COUNTS = [true, true, false];

/** Generalised items of some shape in some transactions, with an attack that states probabilities and one that eliminates. */
function unitsOf(seed: string, withOriginal: boolean): FinishedUnit[] {
  const random = seeded('learned people', seed);
  return Array.from({ length: 12 }, (_, unit) => {
    const width = 2 + random.below(4);
    const carriers = shuffle([...Array(PEOPLE).keys()], random).slice(0, 2 + random.below(6));
    const cells = carriers.length * width;
    // Few values, so that members are equally likely now and then.
    const confidence = Float64Array.from({ length: cells }, () => random.below(21) / 20);
    const out = Array.from({ length: cells }, (_, cell) => cell).filter(() => random.unit() < 0.6);
    return {
      unit,
      group: {
        id: `g${unit}`,
        members: Array.from({ length: width }, (_, at) => `m${at}`),
        context: [],
        rows: carriers.map((t) => ({ t, c: [] })),
      },
      verdicts: [
        { kind: 'decided', delta: null, cells: new Int32Array(), why: new Float64Array(), confidence },
        { kind: 'decided', delta: null, cells: Int32Array.from(out), why: new Float64Array(out.length) },
        { kind: 'not computable', reason: 'none' },
      ],
      original: withOriginal ? Uint8Array.from({ length: cells }, () => random.below(2)) : null,
      lost: false,
    } as never;
  });
}

interface Guess {
  readonly sure: number;
  readonly right: number;
  readonly less: number;
}

/** The surest guess of one attack for one person; the first of several that are equally sure. */
function surest(units: readonly FinishedUnit[], person: number, stated: boolean): Guess | null {
  let best: Guess | null = null;
  for (const { group, verdicts, original } of units) {
    const row = group.rows.findIndex(({ t }) => t === person);
    const verdict = verdicts[stated ? 0 : 1];
    if (row < 0 || verdict?.kind !== 'decided') continue;
    const cells = group.members.map((_, column) => row * group.members.length + column);
    const own = (cell: number): number => 1 - (verdict.confidence?.[cell] ?? 1);
    const greatest = Math.max(...cells.map(own));
    const named = stated ? cells.filter((cell) => greatest - own(cell) < 1e-9) : cells.filter((cell) => !verdict.cells.includes(cell));
    if (!stated && (named.length === 0 || named.length === cells.length)) continue;
    const truth = (cell: number): number => (original === null ? own(cell) : original[cell]);
    const share = (of: readonly number[]): number => of.reduce((sum, cell) => sum + truth(cell), 0) / of.length;
    const sure = (stated ? greatest : 1) / named.length;
    if (sure > 0 && (best === null || sure > best.sure + 1e-9)) best = { sure, right: share(named), less: share(cells) };
  }
  return best;
}

test.each([true, false])(
  'the sums equal those over people one by one, each of them counted once: with the original %s',
  async (withOriginal) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const units = unitsOf(String(seed), withOriginal);
      const store = memoryBlobStore();
      await writeGuesses(store, 0, units.slice(0, 5), COUNTS);
      await writeGuesses(store, 1, units.slice(5), COUNTS);
      const guesses = new PeopleGuesses(PEOPLE, COUNTS.length);
      for (const slice of [0, 1]) guesses.add(await readGuesses(store, slice, COUNTS.length));
      const hidden = [...Array(PEOPLE).keys()].filter((person) => units.some(({ group }) => group.rows.some(({ t }) => t === person)));
      expect(guesses.hidden).toBe(hidden.length);
      for (const [attack, stated] of [true, false].entries()) {
        const all = hidden.map((person) => surest(units, person, stated));
        for (const { confidence, sums } of guesses.exposedBy(attack)) {
          const acting = all.filter((guess): guess is Guess => guess !== null && guess.sure >= confidence - 1e-9);
          const sum = (of: (guess: Guess) => number): number => acting.reduce((total, guess) => total + of(guess), 0);
          expect(sums.targets).toBe(hidden.length);
          expect(sums.people).toBe(acting.length);
          expect(sums.right).toBeCloseTo(
            sum(({ right }) => right),
            2,
          );
          expect(sums.less).toBeCloseTo(
            sum(({ less }) => less),
            2,
          );
        }
      }
      expect(guesses.exposedBy(2).every(({ sums }) => sums.people === 0)).toBe(true);
    }
  },
);

test('without the original odds that are all off move the figure, and with it nothing does', async () => {
  const doubt = async (withOriginal: boolean): Promise<number> => {
    const store = memoryBlobStore();
    await writeGuesses(store, 0, unitsOf('doubt', withOriginal), COUNTS);
    const guesses = new PeopleGuesses(PEOPLE, COUNTS.length);
    guesses.add(await readGuesses(store, 0, COUNTS.length));
    return guesses.exposedBy(0)[0]?.doubt ?? 0;
  };
  expect(await doubt(true)).toBe(0);
  expect(await doubt(false)).toBeGreaterThan(0);
});

test.each([
  ['even', 'even'],
  ['even', 'mostly one'],
  ['mostly one', 'mostly one'],
  ['one', 'mostly one'],
  ['one', 'one'],
] as const)(
  'guesses that have nothing to do with what is hidden are beyond chance in at most 5 %% of releases: hidden %s, guessed %s',
  (hidden, guessed) => {
    const [units, width, releases] = [20, 3, 300];
    let beyond = 0;
    for (let release = 0; release < releases; release += 1) {
      const random = seeded('guesses at random', hidden, guessed, release);
      const pick = (how: typeof hidden, favourite: number): number =>
        how === 'one' || (how === 'mostly one' && random.unit() < 0.75) ? favourite : random.below(width);
      const rows = Array.from({ length: units }, (_, unit) => {
        const [own, named] = [random.below(width), random.below(width)];
        return Array.from({ length: 4 + random.below(20) }, () => ({ unit, truth: pick(hidden, own), member: pick(guessed, named) }));
      }).flat();
      const guesses = new PeopleGuesses(rows.length, 1);
      guesses.add({
        transaction: Int32Array.from(rows.keys()),
        unit: Int32Array.from(rows, ({ unit }) => unit),
        sure: new Uint16Array(rows.length).fill(SHARE_UNIT),
        member: Uint16Array.from(rows, ({ member }) => member),
        right: Uint16Array.from(rows, ({ truth, member }) => (truth === member ? SHARE_UNIT : 0)),
        less: new Uint16Array(rows.length).fill(SHARE_UNIT / width),
        doubt: new Uint16Array(rows.length),
      });
      const sums = guesses.exposedBy(0)[0]?.sums ?? noExposure();
      if (chanceOf((sums.right - sums.less) / sums.targets, uncertaintyOf(sums)) < 0.05) beyond += 1;
    }
    expect(beyond).toBeLessThanOrEqual(0.05 * releases);
  },
);
