import { seeded, shuffle } from '../../shared/core/random/random.ts';
import { learn, learnModels, prepare } from '../../shared/kinds/set-generalised/learn/calibrated/learn.ts';
import { auditInMemory, rowsOf } from '../helpers/audits.ts';
import { calibratedOver } from '../helpers/calibrated-release.ts';
import { countsOver } from '../helpers/counts-over.ts';

const { release, original, embeddings } = calibratedOver('calibrated audit');
const unknowing = countsOver(['nothing of it']);
const request = { attacks: ['calibrated', 'without-order'] };
const input = {
  release: release.map((items) => ({ items })),
  sources: [],
  embeddings,
  ordered: true,
  constrained: true,
  seed: 'test',
  asked: 0.9,
};

/** One audit for the tests that only look at it. */
const audited = auditInMemory({ release, original, source: unknowing, embeddings, request });

test('a group that word vectors alone decide is decided, and beyond chance', async () => {
  const results = await audited;
  const [calibrated] = results.outcome.attacks;
  expect(calibrated).toMatchObject({ status: 'decided', reason: null, coverage: 0 });
  expect(calibrated?.f1 ?? 0).toBeGreaterThan((calibrated?.blind.f1 ?? 1) + 0.1);
  expect(rowsOf(results, 'decisions').every(({ confidence }) => typeof confidence === 'number')).toBe(true);
});

test('each generalised item names the context item that gives it away, and the nearness can be recomputed', async () => {
  const results = await audited;
  const rows = rowsOf(results, 'groups').filter(({ attack }) => attack === 'calibrated');
  const named = rows.filter((row) => row['betrayed_by'] !== null);
  expect(named.length).toBe(rows.length);
  let right = 0;
  for (const row of named) {
    const transaction = (row['betrayed_transaction'] as number) - 1;
    const member = row['betrayed_member'] as string;
    expect(release[transaction]).toContain(row['betrayed_by']);
    expect(JSON.parse(row['members'] as string)).toContain(member);
    expect(row).toMatchObject({ betrayed_measure: 'cosine made' });
    expect(row['betrayed_above'] as number).toBeGreaterThan(0);
    right += original[transaction]?.includes(member) === true ? 1 : 0;
  }
  // Explanations point at a true member far more often than the density of 1 in 4.
  expect(right / named.length).toBeGreaterThan(0.6);
  expect(
    rowsOf(results, 'groups')
      .filter(({ attack }) => attack === 'blind')
      .every((row) => row['betrayed_by'] === null),
  ).toBe(true);
});

test('with noise in the place of the original nothing changes of what the attack says', async () => {
  const random = seeded('noise');
  const all = [...new Set(original.flat())];
  const noise = release.map((items) => items.map((entry) => (typeof entry === 'string' ? entry : entry[random.below(entry.length)])));
  expect(noise.flat().every((item) => all.includes(item))).toBe(true);
  const one = await audited;
  const other = await auditInMemory({ release, original: noise, source: unknowing, embeddings, request });
  expect(other.files['attacked.jsonl']).toBe(one.files['attacked.jsonl']);
  const said = (rows: readonly Record<string, unknown>[]) => rows.map(({ correct, ...rest }) => rest);
  expect(said(rowsOf(other, 'decisions'))).toEqual(said(rowsOf(one, 'decisions')));
});

test('practice, and all but the evidence of the nearest, is the same to the last bit with the items of every transaction shuffled', async () => {
  const random = seeded('shuffled');
  const shuffled = { ...input, release: input.release.map(({ items }) => ({ items: shuffle([...items], random) })) };
  const models = await Promise.all(
    [input, shuffled].map(async (each) => {
      const prepared = await prepare(each);
      if ('reason' in prepared) throw new Error(prepared.reason);
      return learn(prepared, each, ['outside', 'likeness', 'frequency', 'shape']);
    }),
  );
  expect(JSON.stringify(models[1])).toBe(JSON.stringify(models[0]));
});

test('a release with nothing to practise on says what is missing', async () => {
  const few = await prepare({ ...input, release: input.release.slice(0, 12).map(({ items }) => ({ items: items.slice(-3) })) });
  expect(few).toEqual({ reason: expect.stringMatching(/of the 16 practice tables|two transactions/) });
});

test('with nothing to practise on the tables of the release, which may be large, are not made', async () => {
  const asked: number[] = [];
  const countAll: typeof unknowing.countAll = (wanted) => {
    asked.push(wanted.pairs.length);
    return unknowing.countAll(wanted);
  };
  const wide = Array.from({ length: 12 }, (_, at) => ({ items: [`context ${at}`, ['a', 'b', 'c', 'd']] }));
  const few = await prepare({ ...input, release: wide, sources: [{ ...unknowing, countAll }] });
  expect(few).toEqual({ reason: expect.stringMatching(/which make 0 of the 16 practice tables/) });
  expect(asked).toEqual([0]);
});

test('what several attacks look at is made once: a further decision asks the sources for nothing more', async () => {
  const asked = async (attacks: readonly string[]): Promise<number> => {
    let calls = 0;
    const countAll: typeof unknowing.countAll = (wanted) => {
      calls += 1;
      return unknowing.countAll(wanted);
    };
    const source = { ...unknowing, countAll };
    await auditInMemory({ release, original, source, embeddings, request: { attacks: [...attacks] } });
    return calls;
  };
  expect(await asked(['calibrated', 'calibrated-precise'])).toBe(await asked(['calibrated']));
});

test('the release is looked at once for all models, and each is what it is alone', async () => {
  const prepared = await prepare(input);
  if ('reason' in prepared) throw new Error(prepared.reason);
  let looked = 0;
  const real = {
    [Symbol.asyncIterator]: () => {
      looked += 1;
      return prepared.real[Symbol.asyncIterator]();
    },
  };
  const kinds = [['frequency', 'shape'] as const, ['likeness', 'shape'] as const];
  const wanted = kinds.map((own) => ({ kinds: own, asked: input.asked }));
  const together = await learnModels({ ...prepared, real }, input, wanted);
  expect(looked).toBe(1);
  expect(together).toEqual(await Promise.all(kinds.map((own) => learn(prepared, input, own))));
});
