import { epochOf, liveSource } from '../../shared/adapters/providers/provider.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { SourceAnswer } from '../../shared/ports/live-source.ts';
import recorded from '../fixtures/providers/answers.json' with { type: 'json' };

interface Recorded {
  readonly what: string;
  readonly size?: boolean;
  readonly body: unknown;
  readonly count?: number;
  readonly unavailable?: string;
  readonly notExpressible?: boolean;
  readonly parks?: boolean;
}

describe.each([...PROVIDERS.values()])('$name', (provider) => {
  const answers = (recorded as unknown as Record<string, Recorded[]>)[provider.name] ?? [];

  test('has recorded answers', () => expect(answers.length).toBeGreaterThan(4));

  test.each(answers)('reads: $what', ({ size, body, count, unavailable, notExpressible, parks }) => {
    const answer: SourceAnswer = size === true ? provider.readSize(body) : provider.readCount(body);
    if (count !== undefined) expect(answer).toEqual({ kind: 'count', count, flags: 0 });
    else if (notExpressible === true) expect(answer.kind).toBe('not expressible');
    else expect(answer).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining(unavailable as string) });
    expect(answer.kind === 'unavailable' && answer.parkFor !== undefined).toBe(parks ?? false);
  });

  test.each([null, 7, 'text', [], {}, { query: null }, { meta: 3 }, { esearchresult: [] }, { hitCount: '12' }])(
    'never reads a 0 out of %j',
    (body) => {
      for (const answer of [provider.readCount(body), provider.readSize(body)]) {
        if (answer.kind === 'count') expect(answer.count).toBe(12);
      }
    },
  );

  test('refuses what is too long, and what has no words', () => {
    const source = liveSource(provider, { contact: 'ops@example.org', key: 'k' }, '2026-11');
    expect(source.accepts({ kind: 'one', term: 'blood pressure' })).toBe(true);
    expect(source.accepts({ kind: 'one', term: 'x'.repeat(20_000) })).toBe(false);
    for (const term of ['', ' ', '"', '***', '\u202e', '...', 'c++', '$']) expect(source.accepts({ kind: 'one', term })).toBe(false);
    expect(source.accepts({ kind: 'pair', first: 'knee', second: '?' })).toBe(false);
    expect(source.accepts({ kind: 'size' })).toBe(true);
  });

  test('the version names the epoch', () => {
    const version = (epoch: string) => liveSource(provider, { contact: 'x' }, epoch).source.version;
    expect(version('2026-11')).not.toBe(version('2026-12'));
  });

  test('the contact is sent, and a key only in the query of its own service', () => {
    const search = provider.search(['knee'], { contact: 'ops@example.org', key: 'secret' });
    const sent = JSON.stringify(search?.query);
    expect(sent.includes('secret')).toBe(['pubmed', 'openalex'].includes(provider.name));
  });
});

test('an epoch is a calendar month in UTC', () => {
  expect(epochOf(Date.parse('2026-11-30T23:59:59Z'))).toBe('2026-11');
  expect(epochOf(Date.parse('2026-12-01T00:00:00Z'))).toBe('2026-12');
});
