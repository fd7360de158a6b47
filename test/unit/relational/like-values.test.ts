// Values that sources hold together: two topics of six values are found, however large a share of all pairs lies inside them.
import { seeded, shuffle } from '../../../shared/core/random/random.ts';
import { columnFindings } from '../../../shared/kinds/relational/core/assess/value-findings.ts';
import { averageLinkage, conceptsOfGroups } from '../../../shared/kinds/relational/core/attack/similarity.ts';
import { knownFrom } from '../../helpers/relational.ts';

const STOMACH = ['gastritis', 'ulcer', 'reflux', 'dyspepsia', 'polyp', 'hernia'];
const LUNG = ['asthma', 'bronchitis', 'pneumonia', 'emphysema', 'pleurisy', 'croup'];

function found(valuesOf: (group: number, random: ReturnType<typeof seeded>) => readonly string[]) {
  const random = seeded('like values');
  const rows = Array.from({ length: 60 }, (_, group) => {
    const values = [...valuesOf(group, random)];
    shuffle(values, random);
    return values.slice(0, 5).map((value) => [`z${group}`, value]);
  }).flat();
  const known = knownFrom({ columns: ['zip', 'disease'], rows, quasi: ['zip'], sensitive: 'disease' });
  const column = known.sensitive[0];
  const topic = (code: number): boolean => STOMACH.includes(column.sensitive.values[code]);
  // Of one topic about 0.3, of two about 0.6.
  const far = (a: number, b: number): number => (topic(a) === topic(b) ? 0.3 : 0.6) + ((a * 7 + b * 7) % 10) / 100;
  const groups = averageLinkage(column.sensitive.values.length, far).map((codes) => ({ name: null, codes }));
  const related = { concepts: conceptsOfGroups(column.sensitive, groups), covered: 1 };
  const { told } = columnFindings(known, column, { statements: [], related, seed: 's' });
  return { related, findings: told.flatMap(({ findings }) => findings).filter(({ attack }) => attack === 'similarity') };
}

test('every class of one topic: the topic is learned of everybody, and proved', () => {
  const { related, findings } = found((group) => (group % 2 === 0 ? STOMACH : LUNG));
  const topics = related.concepts.filter(({ members }) => members === 6).map(({ share }) => share);
  expect(topics).toEqual([0.5, 0.5]);
  expect(findings.find(({ state }) => state === 'proved')).toMatchObject({ people: 300, of: 300, right: 300, confidence: 1 });
});

test('classes of all topics: nothing is proved, at whatever scale groups are formed', () => {
  const { findings } = found(() => [...STOMACH, ...LUNG]);
  expect(findings.filter(({ state }) => state === 'proved')).toEqual([]);
  expect(Math.max(...findings.map(({ exposed }) => exposed ?? 0))).toBeLessThan(0.1);
});

test('distances that are all equal hold no values together, in whatever order the values come', () => {
  expect(averageLinkage(4, () => 1)).toEqual([[0, 1, 2, 3]]);
  const pairs = (a: number, b: number): number => (Math.floor(a / 2) === Math.floor(b / 2) ? 0.5 : 1);
  expect(averageLinkage(6, pairs)).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [0, 1, 2, 3, 4, 5],
  ]);
});
