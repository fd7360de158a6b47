import { simplerForms } from '../../shared/core/text/simpler-forms.ts';
import { heldForms, inSimplerForms } from '../../shared/kit/score/count-in-simpler-forms.ts';
import { CountFlag, type HitCounter } from '../../shared/ports/hit-counter.ts';
import { auditInMemory } from '../helpers/audits.ts';

test.each([
  ['asthma', []],
  ['Asthma, unspecified', ['asthma']],
  ['Fracture of femur (closed) without mention of injury', ['fracture of femur without mention of injury', 'fracture of femur']],
  ['Anemia, iron deficiency', ['iron deficiency anemia', 'anemia']],
  ['Unspecified asthma, uncomplicated', ['asthma, uncomplicated', 'uncomplicated asthma', 'asthma']],
  ['Other and unspecified hyperlipidemia', ['hyperlipidemia']],
  ['Pneumonia, organism NOS [clinical]', ['pneumonia, organism nos', 'pneumonia, organism', 'organism pneumonia', 'pneumonia']],
  ['Sprain of ankle, initial encounter', ['sprain of ankle']],
  ['unspecified', []],
  ['(everything)', []],
  ['note of music', []],
])('%s', (term, forms) => {
  expect(simplerForms(term)).toEqual(forms);
});

/** Documents as sets of terms. */
function source(id: string, documents: readonly (readonly string[])[]): HitCounter & { readonly asked: string[] } {
  const asked: string[] = [];
  const holding = (...terms: string[]): number => documents.filter((held) => terms.every((term) => held.includes(term))).length;
  return {
    asked,
    source: { id, version: '1' },
    size: async () => 100,
    count: async (term, other) => holding(term, other ?? term),
    countAll: async ({ terms, pairs }) => {
      asked.push(...terms);
      expect(new Set(terms).size).toBe(terms.length);
      return {
        terms: Float64Array.from(terms, (term) => holding(term)),
        termFlags: new Uint8Array(terms.length),
        pairs: Float64Array.from({ length: pairs.length / 2 }, (_, at) => holding(terms[pairs[2 * at]], terms[pairs[2 * at + 1]])),
        pairFlags: new Uint8Array(pairs.length / 2),
      };
    },
  };
}

const DOCUMENTS = [['asthma', 'lung'], ['asthma', 'lung'], ['asthma'], ['gout'], ['heart, nos']];

test('a term that is not held is counted in the first form that is, and flagged; one that is held stays', async () => {
  const counter = source('corpus:x', DOCUMENTS);
  const request = {
    terms: ['asthma, unspecified', 'lung', 'asthma', 'heart, nos', 'ache (of no kind)'],
    pairs: Uint32Array.of(0, 1, 2, 1),
  };
  const counts = await inSimplerForms(counter).countAll(request);
  expect([...counts.terms]).toEqual([3, 2, 3, 1, 0]);
  expect([...counts.termFlags]).toEqual([CountFlag.simplerForm, 0, 0, 0, 0]);
  expect([...counts.pairs]).toEqual([2, 2]);
  expect([...(await heldForms(counter, request.terms))]).toEqual([
    ['asthma, unspecified', 'asthma'],
    ['heart, nos', null],
    ['ache (of no kind)', null],
  ]);
});

test('a live source is asked for terms as they are written', async () => {
  const counter = source('wikipedia', DOCUMENTS);
  await inSimplerForms(counter).countAll({ terms: ['asthma, unspecified'], pairs: new Uint32Array() });
  expect(counter.asked).toEqual(['asthma, unspecified']);
});

test('an audit counts the pairs that rest on a simpler form', async () => {
  const release = [
    ['lung', ['asthma, unspecified', 'gout']],
    ['lung', ['asthma, unspecified', 'gout']],
    ['heart, nos', ['asthma, unspecified', 'gout']],
  ];
  const { outcome, files } = await auditInMemory({ release, source: source('corpus:x', DOCUMENTS), request: { attacks: ['mda'] } });
  expect(outcome.notices.filter(({ code }) => code === 'simpler-forms').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^2 pairs of items are related by a simpler form/),
  ]);
  const scores = Object.entries(files).find(([name]) => name === 'scores.jsonl')?.[1] ?? '';
  expect(
    scores
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .find(({ item }) => item === 'asthma, unspecified'),
  ).toMatchObject({
    count_item: 3,
    flags: CountFlag.simplerForm,
  });
});
