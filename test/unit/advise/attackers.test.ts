// Advice against attackers that were not asked: what is chosen by which, what the result states, and what less risk would cost.
import { type Advising, type Attacker, advise } from '../../../shared/kit/advise/advise.ts';

/** A draft is a number: how much was done against each attacker. */
interface Made {
  readonly move: string;
  readonly loss: number;
}

const GIVEN: Made = { move: 'as given', loss: 1 };
/** Share of people named, by attacker and move. */
type Shares = Readonly<Record<string, Readonly<Record<string, number | null>>>>;

const OTHERS: readonly Attacker[] = [
  { name: 'asked', attacks: 2 },
  { name: 'strong', attacks: 1, last: 2, use: 'chosen by' },
  { name: 'middling', attacks: 1, last: 2, use: 'chosen by' },
  { name: 'weak', attacks: 1, last: 2, use: 'chosen by' },
  { name: 'frequency', attacks: 1, use: 'proof' },
];

async function run(shares: Shares, moves: readonly Made[], { attackers = OTHERS, priced = [] as readonly Made[] } = {}) {
  const calls: string[] = [];
  const moveOf = (made: Made) => ({ name: made.move, free: false, make: async () => made });
  const kind: Advising<Made, string> = {
    given: GIVEN,
    attackers,
    moves: moves.map(moveOf),
    priced: (factor) => priced.filter(({ loss }) => loss <= factor).map(moveOf),
    async attack({ move }, attacker, seed) {
      calls.push(`${attacker} on ${move}, ${seed}`);
      const people = shares[attacker]?.[move];
      return { people: people === undefined ? 0.5 : people, seen: attacker };
    },
    problem: () => null,
    cost: ({ loss }) => ({ losses: [{ name: 'NCP', value: loss }], counts: [] }),
    step: () => {},
  };
  const { advice, given } = await advise({ certainty: 0.9, target: null, mostLoss: 1.02, rounds: 3, seed: 's' }, kind);
  return { advice, given, calls };
}

const SHARES: Shares = {
  asked: { 'as given': 0.2, 'for asked': 0.02, 'for all': 0.1 },
  strong: { 'as given': 0.5, 'for asked': 0.5, 'for all': 0.2 },
  middling: { 'as given': 0.3, 'for asked': 0.29, 'for all': 0.1 },
  weak: { 'as given': 0.1, 'for asked': 0.1, 'for all': 0.1 },
  frequency: { 'as given': 0.05, 'for asked': 0.05, 'for all': 0.05 },
};
const FOR_ASKED = { move: 'for asked', loss: 1 };
const FOR_ALL = { move: 'for all', loss: 1 };

test('what lowers the asked attacker most is not chosen where another lowers all, and the strongest is what is stated', async () => {
  const { advice } = await run(SHARES, [FOR_ASKED, FOR_ALL]);
  expect(advice.chosen).toContain('for all');
  expect(advice.verdict).toContain(
    '"strong", the strongest of 5 attackers, names something hidden of 20.0 % of the people with at least 90 % confidence. ',
  );
  expect(advice.verdict).toContain('In the release as given it is 50.0 %');
  expect(advice.last.chosen.attackers.map(({ attacker, use }) => `${attacker}: ${use}`).toSorted()).toEqual([
    'asked: asked',
    'frequency: proof',
    'middling: chosen by',
    'strong: chosen by',
    'weak: proof',
  ]);
});

test('of three others the weakest is kept for the proof: no round asks it, no move sees what it saw', async () => {
  const { calls, given } = await run(SHARES, [FOR_ASKED, FOR_ALL]);
  expect(given.seen.flat()).toEqual(['asked', 'asked', 'strong', 'middling']);
  const rounds = calls.filter((call) => !call.includes('as given') && !call.includes('s: last'));
  expect(rounds.some((call) => /^(weak|frequency) /.test(call))).toBe(false);
  expect(calls.filter((call) => call.startsWith('weak on for all, s: last'))).toHaveLength(2);
});

test('what an attacker finds more of that nothing was chosen by is handed back as given', async () => {
  const { advice } = await run({ ...SHARES, frequency: { 'as given': 0.05, 'for all': 0.2 } }, [FOR_ALL]);
  expect(advice.chosen).toBe('as given');
});

test('with two others both are chosen by; one that cannot say anything of such items decides nothing', async () => {
  const two = OTHERS.filter(({ name }) => name !== 'middling');
  expect(
    (await run(SHARES, [FOR_ALL], { attackers: two })).advice.last.chosen.attackers.find(({ attacker }) => attacker === 'weak')?.use,
  ).toBe('chosen by');
  const mute = { ...SHARES, strong: { 'as given': null, 'for asked': null, 'for all': null } };
  const { advice } = await run(mute, [FOR_ALL], { attackers: two });
  expect(advice.chosen).toContain('for all');
  expect(advice.verdict).not.toContain('strong,');
});

test('where an attacker leaves no room at the allowed loss, that is said, with what less risk costs', async () => {
  const shares = { ...SHARES, strong: { 'as given': 0.5, 'for all': 0.48, withhold: 0.3, merge: 0.1 } };
  const priced = [
    { move: 'merge', loss: 1.9 },
    { move: 'withhold', loss: 1.2 },
  ];
  const { advice } = await run(shares, [FOR_ALL], { priced });
  expect(advice.chosen).toContain('for all');
  const [said] = advice.notices.filter((notice) => notice.includes('little room'));
  expect(said).toContain('at 1.02 times the loss there is little room against strong');
  expect(said).toMatch(/withhold, at most 1.25 times the loss: 30.0 % by strong; merge, at most 2 times the loss: 10.0 % by strong/);
  expect(advice.points.filter(({ name }) => name.startsWith('price'))).toHaveLength(2);
});
