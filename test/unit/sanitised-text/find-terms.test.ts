// Where terms stand in a text: in any script, of many words, across line ends, and where they overlap.
import { TermFinder } from '../../../shared/kinds/sanitised-text/core/find-terms.ts';
import { isKept } from '../../../shared/kinds/sanitised-text/core/sanitised-file.ts';

const found = (terms: readonly string[], text: string): string[] =>
  new TermFinder(terms).pieces(text).flatMap((piece) => (isKept(piece) ? [`${piece.term}=${piece.as ?? piece.term}`] : []));

test.each([
  [['headache'], 'Headaches, and a HEADACHE.', ['headache=Headaches', 'headache=HEADACHE']],
  [
    ['type 2 diabetes mellitus', 'diabetes'],
    'Type 2\r\ndiabetes mellitus; diabetes.',
    ['type 2 diabetes mellitus=Type 2\r\ndiabetes mellitus', 'diabetes=diabetes'],
  ],
  [['back pain'], 'back\n\npain, back. Pain', []],
  [['back pain', 'low back'], 'low back pain', ['low back=low back']],
  [['low back pain', 'low back', 'pain'], 'low back pain', ['low back pain=low back pain']],
  [["crohn's disease", 'patient'], "Crohn’s disease in the patient's gut", ["crohn's disease=Crohn’s disease", 'patient=patient']],
  [['x-ray', 'cancer'], 'An X ray, x-rays; cancer-related', ['x-ray=X ray', 'x-ray=x-rays', 'cancer=cancer']],
  [['頭痛'], '患者は頭痛を訴えた', ['頭痛=頭痛']],
  [['диабет'], 'Болен Диабет.', ['диабет=Диабет']],
  [['café'], 'cafe\u0301 CAFÉ', ['café=cafe\u0301', 'café=CAFÉ']],
  [['vitamin b12'], 'Vitamin B12, b12', ['vitamin b12=Vitamin B12']],
  [['aids'], 'aid AIDS', ['aids=AIDS']],
  [['constructor', '__proto__'], 'the constructor of __proto__', ['constructor=constructor', '__proto__=proto']],
  [['!!'], 'nothing!!', []],
] as const)('%j in %j', (terms, text, wanted) => {
  expect(found(terms, text)).toEqual(wanted);
  // Told in another order they are found where they were.
  expect(found(terms.toReversed(), text)).toEqual(wanted);
  const pieces = new TermFinder(terms).pieces(text);
  expect(pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.as ?? piece.term))).join('')).toBe(text);
});

test('against trying every place, on seeded words', () => {
  const letters = ['a', 'b', 'c'];
  let next = 1;
  const random = (below: number): number => {
    next = (Math.imul(next, 48271) >>> 0) % 2147483647;
    return next % below;
  };
  for (let round = 0; round < 200; round += 1) {
    const terms = Array.from({ length: 1 + random(4) }, () => Array.from({ length: 1 + random(3) }, () => letters[random(3)]).join(' '));
    const words = Array.from({ length: random(12) }, () => letters[random(3)]);
    const wanted: string[] = [];
    for (let at = 0; at < words.length; ) {
      const best = terms
        .filter((term) => words.slice(at, at + term.split(' ').length).join(' ') === term)
        .sort((a, b) => b.length - a.length)[0];
      if (best !== undefined) wanted.push(`${best}=${best}`);
      at += best?.split(' ').length ?? 1;
    }
    expect(found(terms, words.join(' '))).toEqual(wanted);
  }
});
