// Policies: syntax, earlier versions, and refusals with the correct form.
import { auditRequest } from '../../../shared/contracts/audit-request.ts';
import { gatePolicy } from '../../../shared/contracts/gate-policy.ts';
import { PolicyError, parseWayLimits } from '../../../shared/core/verdict/policy.ts';

const learned = { way: 'learned', limit: 0.05, confidence: 0.8, knows: null, claimed: false };
const linked = { ...learned, way: 'linked' };

test.each([
  ['learned=0.05@confidence=0.8', [learned]],
  ['learned=0.05', [learned]],
  ['learned=.05@certainty=0.95@claimed', [{ ...learned, confidence: 0.95, claimed: true }]],
  ['linked=0@confidence=1', [{ ...linked, limit: 0, confidence: 1 }]],
  ['singled-out=0.2@knows=2', [{ way: 'singled out', limit: 0.2, confidence: 1, knows: 2, claimed: false }]],
  ['singled-out=0.2', [{ way: 'singled out', limit: 0.2, confidence: 1, knows: 3, claimed: false }]],
  ['people=0.1@certainty=0.9', [linked, learned].map((each) => ({ ...each, limit: 0.1, confidence: 0.9 }))],
])('%s', (text, limits) => {
  expect(parseWayLimits(text)).toEqual(limits);
  expect(gatePolicy.parse(text)).toEqual(limits);
});

test.each([
  ['named=0.1', '"named" is no limit: write singled-out, linked, learned or people'],
  ['learned', 'learned is a share from 0 to 1'],
  ['learned=2', 'learned is a share from 0 to 1'],
  ['learned=5%', 'learned is a share from 0 to 1'],
  ['learned=0.1@knows=2', '"knows=2" does not belong to learned: write confidence=0.8 or claimed'],
  ['singled-out=0.1@confidence=0.8', 'does not belong to singled-out: write knows=2 or claimed'],
  ['singled-out=0.1@knows=0', 'knows is a whole number of facts'],
  ['learned=0.1@confidence=0.3', 'confidence is a share from 0.5 to 1'],
  ['learned=0.1@confidence=', 'confidence is a share from 0.5 to 1, such as confidence=0.8'],
])('%s is refused, with what to write', (text, message) => {
  expect(() => parseWayLimits(text)).toThrow(PolicyError);
  expect(() => parseWayLimits(text)).toThrow(message);
});

describe('"gate" of an audit.json', () => {
  const gateOf = (gate: unknown): unknown => auditRequest.parse({ release: 'r', gate }).gate;

  it('is one limit, a list of them, or the objects of earlier versions', () => {
    expect(gateOf('learned=0.05')).toEqual([learned]);
    expect(gateOf(['learned=0.05', 'recall=0.3@precision=0.8'])).toEqual([learned, { recall: 0.3, precision: 0.8 }]);
    expect(gateOf({ people: 0.1, certainty: 0.9 })).toEqual(gateOf('people=0.1@certainty=0.9'));
    expect(gateOf({ people: 0.1, certainty: 0.9, lenient: false, undecided: 'closed' })).toEqual(gateOf('people=0.1@certainty=0.9'));
    expect(gateOf({ recall: 0.3, precision: 0.8, attack: 'gba' })).toEqual([{ recall: 0.3, precision: 0.8, attack: 'gba' }]);
  });

  it('is read back from what was read: a request that is kept means the same', () => {
    for (const gate of ['people=0.1@certainty=0.9', ['learned=0.05', 'singled-out=0.2@knows=1'], { recall: 0.3, precision: 0.8 }])
      expect(gateOf(JSON.parse(JSON.stringify(gateOf(gate))))).toEqual(gateOf(gate));
  });

  it.each([
    [{ people: 0.1, certainty: 0.9, lenient: true }, 'set the limit that you accept'],
    [{ recall: 0.1, precision: 0.9, undecided: 'open' }, 'give what the gate says is missing'],
    [{ people: 0.1 }, 'certainty is a share from 0.5 to 1, such as certainty=0.8'],
    [{ limit: 1 }, 'learned=0.05@confidence=0.8'],
    [7, 'learned=0.05@confidence=0.8'],
    [['learned=0.05', 'nothing'], '"nothing" is no limit'],
  ])('%j is refused, with what to write', (gate, message) => {
    const parsed = auditRequest.safeParse({ release: 'r', gate });
    expect(parsed.error?.issues.map((issue) => issue.message).join()).toContain(message);
  });
});
