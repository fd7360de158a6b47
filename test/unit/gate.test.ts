import { fromOptions } from '../../cli/audit/options.ts';
import { parseRequest } from '../../cli/audit/request.ts';
import type { PeopleFindings } from '../../shared/app/audit/people/finish-people.ts';
import { peopleGate } from '../../shared/app/audit/people/people-gate.ts';
import { type Judged, judge, judgePeople } from '../../shared/core/measure/gate.ts';
import { plannedReassociations } from '../../shared/kinds/disassociated/attack/strategies.ts';
import { judgeGate } from '../../shared/kinds/set-generalised/publish/gate-verdict.ts';

const policy = { recall: 0.3, precision: 0.8, lenient: false, undecided: 'closed' } as const;
const lenient = { ...policy, lenient: true };
const judgeable = (transactions: number) => ({
  transactions,
  people: null,
  verdict: { level: 'some', obstacle: null, floor: false } as const,
});
const found = (low: number, recall: number, high: number): Judged => ({ recall, interval: { low, high }, expected: false });

describe('judge', () => {
  test('strict: the upper bound decides; at the limit itself the gate is open', () => {
    expect(judge(policy, found(0.1, 0.2, 0.29)).open).toBe(true);
    expect(judge(policy, found(0.1, 0.2, 0.3)).open).toBe(true);
    expect(judge(policy, found(0.1, 0.2, 0.31))).toEqual({
      open: false,
      message: 'gate closed: recall 20.0 % (10.0 % to 31.0 %), upper bound above 30.0 % at precision 80.0 %',
    });
  });

  test('lenient: the lower bound decides', () => {
    expect(judge(lenient, found(0.29, 0.5, 0.7)).open).toBe(true);
    expect(judge(lenient, found(0.31, 0.5, 0.7)).open).toBe(false);
  });

  test('what cannot be decided closes the gate, lenient or not, and says why; only the request in so many words opens it', () => {
    const undecided = { undecided: 'twelve groups' };
    expect(judge(policy, undecided)).toEqual({
      open: false,
      message: 'gate closed: it cannot be decided whether recall is above 30.0 % at precision 80.0 %: twelve groups',
    });
    expect(judge(lenient, undecided).open).toBe(false);
    expect(judge({ ...policy, undecided: 'open' }, undecided)).toMatchObject({
      open: true,
      message: expect.stringContaining('gate open, as the request says of what cannot be decided'),
    });
  });
});

/** The result of one attack, as far as a gate looks at it. */
const result = (parts: object) =>
  [
    {
      attack: { name: 'calibrated-precise' },
      status: 'decided',
      reason: null,
      hasOriginal: true,
      recall: 0.5,
      intervals: { recall: { low: 0.4, high: 0.6 } },
      tally: { eliminated: 10, decidedGroups: 40 },
      details: null,
      ...parts,
    },
  ] as never;

describe('gateVerdict', () => {
  const expected = { expected: { recall: 0.2 }, range: { recall: { low: 0.1, high: 0.25 }, precision: null } };

  test('with the original, its recall; nothing eliminated is a recall of 0', () => {
    expect(judgeGate(policy, result({}), judgeable(100)).open).toBe(false);
    const nothing = { recall: null, intervals: { recall: { low: 0, high: 0.1 } }, tally: { eliminated: 0, decidedGroups: 40 } };
    expect(judgeGate(policy, result(nothing), judgeable(100))).toMatchObject({
      open: true,
      message: expect.stringContaining('recall 0.0 %'),
    });
  });

  test("without it, the model's own expectation with the range that it states, and the message says so", () => {
    const verdict = judgeGate(policy, result({ hasOriginal: false, details: expected }), judgeable(100));
    expect(verdict.open).toBe(true);
    expect(verdict.message).toContain('no original at hand');
    expect(verdict.message).toContain('20.0 % (10.0 % to 25.0 %)');
    expect(judgeGate({ ...policy, recall: 0.22 }, result({ hasOriginal: false, details: expected }), judgeable(100)).open).toBe(false);
  });

  test('a release that cannot be judged lets nothing through, and a limit that is exceeded all the same says so by its figures', () => {
    const blind = {
      transactions: 100,
      people: null,
      verdict: { level: 'cannot judge', obstacle: { why: 'the sources know 5.6 % of the cells', remedy: '' }, floor: false } as const,
    };
    const low = result({ recall: 0.1, intervals: { recall: { low: 0.05, high: 0.2 } } });
    expect(judgeGate(policy, low, judgeable(100)).open).toBe(true);
    expect(judgeGate(policy, low, blind)).toMatchObject({ open: false, message: expect.stringContaining('know 5.6 % of the cells') });
    expect(judgeGate(lenient, low, blind).open).toBe(false);
    expect(judgeGate({ ...lenient, undecided: 'open' }, low, blind).open).toBe(true);
    expect(judgeGate({ ...policy, undecided: 'open' }, result({}), blind)).toMatchObject({
      open: false,
      message: expect.stringContaining('recall 50.0 %'),
    });
  });

  test('too few groups or transactions, an attack that is not computable or states no expectation: closed, with the reason', () => {
    const few = result({ hasOriginal: false, details: expected, tally: { eliminated: 3, decidedGroups: 29 } });
    expect(judgeGate(policy, few, judgeable(100)).message).toContain('30 generalised items');
    expect(judgeGate(policy, result({ hasOriginal: false, details: expected }), judgeable(29)).open).toBe(false);
    expect(judgeGate(policy, result({ intervals: { recall: null } }), judgeable(100)).open).toBe(false);
    expect(judgeGate(policy, result({ status: 'not computable', reason: 'no corpus' }), judgeable(100)).message).toContain(
      'not computable: no corpus',
    );
    expect(judgeGate(policy, result({ hasOriginal: false }), judgeable(100)).message).toContain('calibrated-precise does not');
    expect(judgeGate(policy, [], judgeable(100)).message).toContain('was not run');
  });
});

describe('a gate on people', () => {
  const people = { people: 0.1, certainty: 0.9, lenient: false, undecided: 'closed' } as const;
  const sure = { level: 'some', obstacle: null, floor: false } as const;
  const blind = { level: 'cannot judge', obstacle: { why: 'too little is known', remedy: '' }, floor: false } as const;
  const MEASURED = { measured: true } as PeopleFindings['figures'];
  const named = (low: number | null, value: number, high: number | null) => ({ shareAt: () => ({ value, low, high }), figures: MEASURED });

  test.each([
    ['the upper end decides', people, named(0.02, 0.05, 0.1), sure, true, 'named of 5.0 % of the people (2.0 % to 10.0 %)'],
    ['above it', people, named(0.02, 0.05, 0.11), sure, false, 'upper bound above 10.0 % at 90.0 % certainty'],
    ['lenient: the lower end', { ...people, lenient: true }, named(0.09, 0.2, 0.3), sure, true, 'lower bound not above'],
    ['too few to say', people, named(null, 0, null), sure, false, 'too few to say'],
    ['too few to say, and lenient', { ...people, lenient: true }, named(null, 0, null), sure, false, 'too few to say'],
    [
      'too few to say, and the request opens it',
      { ...people, undecided: 'open' as const },
      named(null, 0, null),
      sure,
      true,
      'as the request says',
    ],
    ['a release that cannot be judged', people, named(0, 0, 0.05), blind, false, 'too little is known'],
    ['one that cannot be judged, above the limit all the same', people, named(0.2, 0.3, 0.4), blind, false, 'named of 30.0 %'],
    ['no attack states a probability', people, null, sure, false, 'no attack states a probability'],
  ])('%s', (_, policy, found, verdict, open, message) => {
    const judged = judgeGate(policy, [], { transactions: 100, people: found, verdict });
    expect(judged).toEqual({ open, message: expect.stringContaining(message) });
    expect(judged.message).toMatch(open ? /^gate open/ : /^gate closed/);
  });

  test('an attack that is right more often than it says lets nothing through: that it names nobody is its own account', () => {
    const nobody = named(0, 0, 0.01);
    expect(peopleGate(people, nobody, sure, 0.95)).toEqual({
      open: false,
      message: expect.stringContaining('its guesses are right so often'),
    });
    expect(peopleGate({ ...people, undecided: 'open' }, nobody, sure, 0.95).open).toBe(true);
    // Right less often than the gate asks, or not measured: the figure stands.
    expect(peopleGate(people, nobody, sure, 0.85).open).toBe(true);
    expect(peopleGate({ ...people, certainty: 0.8 }, nobody, sure, 0.85).open).toBe(false);
    expect(peopleGate(people, { ...nobody, figures: { ...MEASURED, measured: false } }, sure, 0.95).open).toBe(true);
    expect(peopleGate(people, named(0, 0.01, 0.05), sure, 0.95).open).toBe(true);
  });

  test('as it is typed, and as a request says it', () => {
    expect(fromOptions({ 'fail-above': ['people=0.1@certainty=0.9'] })['gate']).toEqual({ people: 0.1, certainty: 0.9 });
    expect(parseRequest({ release: 'r', gate: { people: 0.1, certainty: 0.9 } }).gate).toEqual(people);
    expect(() => parseRequest({ release: 'r', gate: { people: 2, certainty: 0.9 } })).toThrow('gate');
    expect(() => parseRequest({ release: 'r', gate: { people: 0.1, precision: 0.9 } })).toThrow('gate');
  });
});

describe('--fail-above', () => {
  const gateOf = (...given: string[]) => fromOptions({ 'fail-above': given })['gate'];

  test('recall=R@precision=P', () => {
    expect(gateOf('recall=0.3@precision=.8')).toEqual({ recall: 0.3, precision: 0.8 });
    expect(gateOf('recall=1@precision=0')).toEqual({ recall: 1, precision: 0 });
  });

  test.each([
    'recall=0.3',
    'precision=0.8@recall=0.3',
    'recall=1.1@precision=0.8',
    'recall=-1@precision=0.8',
    'recall=0.3@precision=2',
    'recall=x@precision=0.8',
    '',
  ])('bad input: "%s"', (given) => {
    expect(() => gateOf(given)).toThrow('recall=R@precision=P');
  });

  test('twice is refused, and so is a gate without a limit', () => {
    expect(() => gateOf('recall=0.3@precision=0.8', 'recall=0.5@precision=0.9')).toThrow('one --fail-above at a time');
    expect(() => fromOptions({ gate: 'loose' })).toThrow('--gate is strict or lenient');
    expect(() => fromOptions({ 'gate-undecided': 'maybe' })).toThrow('--gate-undecided is closed or open');
    expect(fromOptions({ 'fail-above': ['recall=0.3@precision=0.8'], 'gate-undecided': 'open' })['gate']).toEqual({
      recall: 0.3,
      precision: 0.8,
      undecided: 'open',
    });
    expect(() => parseRequest({ release: 'r', ...fromOptions({ gate: 'lenient' }) })).toThrow('gate');
  });
});

test('a gate on recall is refused for a disassociated release: one that nobody judges would let everything through', () => {
  const request = parseRequest({ release: 'r', gate: { recall: 0.3, precision: 0.8 } });
  expect(() => plannedReassociations(request, [])).toThrow('this one is disassociated');
});

describe('what a gate says', () => {
  test.each([
    [policy, found(0.1, 0.2, 0.3), 'gate open: recall 20.0 % (10.0 % to 30.0 %), upper bound not above 30.0 % at precision 80.0 %'],
    [lenient, found(0.1, 0.2, 0.9), 'gate open: recall 20.0 % (10.0 % to 90.0 %), lower bound not above 30.0 % at precision 80.0 %'],
    [lenient, found(0.4, 0.5, 0.9), 'gate closed: recall 50.0 % (40.0 % to 90.0 %), lower bound above 30.0 % at precision 80.0 %'],
  ])('of recall, %j %j', (asked, judged, message) => {
    expect(judge(asked, judged).message).toBe(message);
  });

  const people = { people: 0.1, certainty: 0.9, lenient: false, undecided: 'closed' } as const;
  const named = 'something hidden is named of 8.0 % of the people (5.0 % to';
  test.each([
    [people, 0.1, `gate open: ${named} 10.0 %), upper bound not above 10.0 % at 90.0 % certainty`],
    [people, 0.11, `gate closed: ${named} 11.0 %), upper bound above 10.0 % at 90.0 % certainty`],
    [{ ...people, lenient: true }, 0.11, `gate open: ${named} 11.0 %), lower bound not above 10.0 % at 90.0 % certainty`],
    [{ ...people, people: 0.04, lenient: true }, 0.11, `gate closed: ${named} 11.0 %), lower bound above 4.0 % at 90.0 % certainty`],
  ])('of people, %j to %d', (asked, high, message) => {
    expect(judgePeople(asked, { value: 0.08, low: 0.05, high })).toEqual({ open: message.startsWith('gate open'), message });
  });

  test.each([
    [null, 0.1, 0.2],
    [0.1, null, 0.2],
    [0.1, 0.1, null],
  ])('of people too few to say: %d, %d, %d', (value, low, high) => {
    expect(judgePeople(people, { value, low, high })).toEqual({
      open: false,
      message:
        'gate closed: it cannot be decided whether the share of people of whom something hidden is named is above 10.0 % at 90.0 % certainty: ' +
        'the generalised items, clusters or people are too few to say',
    });
  });
});
