// Conclusions of audits of sanitised texts.
import { verdictOfFiles } from '../helpers/verdict-of.ts';

const GATE = ['--fail-above', 'people=0.1@certainty=0.9'];
const lines = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join('');

const ENTITIES = Array.from({ length: 40 }, (_, at) => `entity${at}`);
const CONTEXTS = JSON.stringify({
  contexts: Object.fromEntries(ENTITIES.map((entity, at) => [entity, ['common', `own${at}`]])),
  protected: ENTITIES,
});

/** Texts with a word unique to their entity; some of them with common words only. */
function files(silent: number): Record<string, string> {
  const texts = Array.from({ length: 80 }, (_, at) => ({ id: `${at}`, about: `entity${at % 40}`, told: at >= silent }));
  const said = (at: number, told: boolean, hidden: object) => [
    'Has ',
    { term: 'common' },
    ' and ',
    told ? { term: `own${at % 40}` } : hidden,
    '.',
  ];
  return {
    'contexts.json': CONTEXTS,
    'release.jsonl': lines([{ sanitised: 'k-safe' }, ...texts.map(({ id, told }, at) => ({ id, text: said(at, told, { gap: true }) }))]),
    'original.jsonl': lines(texts.map(({ id, about, told }, at) => ({ id, about, text: said(at, told, { term: `own${at % 40}` }) }))),
  };
}

test.each([0, 1, 79])('texts that name their entity are a leak, %i of them silent or not', async (silent) => {
  const given = ['release.jsonl', '--external', 'contexts.json', '--original', 'original.jsonl', ...GATE];
  const { verdict, way, gate, status } = await verdictOfFiles(files(silent), ...given);
  const leaks = silent < 79;
  expect(verdict.level === 'leaks').toBe(leaks);
  if (!leaks) return;
  expect([status, verdict.way]).toEqual([4, 'learned']);
  expect(way('learned').lead).toMatchObject({
    attack: 'entities that cover the rest',
    confidence: 1,
    people: 80 - silent,
    right: 80 - silent,
  });
  expect(gate?.open).toBe(false);
});

test('who knows no contexts cannot tell; what the texts still say singles people out all the same', async () => {
  const { verdict, way, gate, headline } = await verdictOfFiles(files(0), 'release.jsonl', '--original', 'original.jsonl', ...GATE);
  expect([verdict.level, verdict.way]).toEqual(['cannot tell', 'learned']);
  expect(headline).toContain('nothing is known of the entities');
  expect(way('learned').obstacles[0]?.remedy).toContain('--external contexts.json');
  expect(gate?.open).toBe(false);
});

test('terms that stand in one text alone single it out', async () => {
  const texts = Array.from({ length: 20 }, (_, at) => ({
    id: `${at}`,
    text: ['Has ', { gap: true }, ' and ', { term: at < 5 ? `rare${at}` : 'common' }, '.'],
  }));
  const { way, of } = await verdictOfFiles({ 'release.jsonl': lines([{ sanitised: 'k-confusable' }, ...texts]) }, 'release.jsonl');
  expect(way('singled out')).toMatchObject({
    level: 'leaks',
    lead: { attack: 'remaining terms', facts: 1, people: 5, of: 20, state: 'proved' },
  });
  expect(of('classifier')).toMatchObject([{ state: 'not computable' }]);
});
