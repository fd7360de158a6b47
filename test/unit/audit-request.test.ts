import { type AuditRequest, auditRequest, portableRequest } from '../../shared/contracts/audit-request.ts';
import { parseContract } from '../../shared/contracts/parse.ts';

const parse = (value: unknown): AuditRequest => parseContract(auditRequest, value);

describe('the audit request', () => {
  test('all but the release has a default, and nothing leaves by default', () => {
    expect(parse({ release: 'r.txt' })).toMatchObject({
      sources: ['wordnet'],
      context: { select: 'nearest', width: 2 },
      egress: { allow: [] },
      output: { attacked: true, json: false },
    });
  });

  test.each([
    [{}, 'release: is missing; it is a string'],
    [{ release: '' }, 'release: must not be empty'],
    [{ release: 5 }, 'release: must be a string'],
    [{ release: 'r', ratoi: 2 }, 'ratoi: there is no such key'],
    [{ release: 'r', claim: { kk: 4 } }, 'claim.kk: there is no such key'],
    [{ release: 'r', claim: { k: 1 } }, 'claim.k: must be at least 2'],
    [{ release: 'r', claim: { k: 2.5 } }, 'claim.k: must be a whole number'],
    [{ release: 'r', smoothing: 'none' }, 'smoothing: must be one of "cautious", "half", "infinite"'],
    [{ release: 'r', context: { width: 'two' } }, 'context.width: must be a number'],
    [{ release: 'r', attacks: [] }, 'attacks: must be at least 1 entries'],
    [{ release: 'r', attacks: [{ name: 'rba', ratioo: 1 }] }, 'attacks.0.ratioo: there is no such key'],
  ])('%j: %s', (value, message) => {
    expect(() => parse(value)).toThrow(message);
  });

  test('a key as long as a file does not come back whole', () => {
    expect(() => parse({ release: 'r', ['x'.repeat(100_000)]: 1 })).toThrow(/^x{200}\.\.\.: there is no such key$/);
  });

  test('a message never holds the value: it may be an item', () => {
    const secret = 'a very private item';
    for (const value of [
      { release: 7, name: secret },
      { release: 'r', sources: secret },
      { release: 'r', attacks: [secret] },
      { release: 'r', name: secret },
    ]) {
      try {
        parse(value);
        throw new Error('was accepted');
      } catch (error) {
        expect((error as Error).message).not.toContain(secret);
        expect((error as Error).message).not.toBe('was accepted');
      }
    }
  });

  test('portableRequest: paths, names and output are no part of the identity; all else is, whatever the order of keys', () => {
    const hash = (value: unknown): string => JSON.stringify(portableRequest(parse(value)));
    expect(hash({ release: '/a/r.txt', name: 'x', seed: 's', ratio: 2 })).toBe(
      hash({ ratio: 2, seed: 's', release: 'b', output: { json: true } }),
    );
    expect(hash({ release: 'r', seed: 's' })).not.toBe(hash({ release: 'r', seed: 't' }));
    expect(hash({ release: 'r' })).not.toBe(hash({ release: 'r', original: 'o' }));
  });
});
