import { readFileSync } from 'node:fs';
import { identifiersIn } from '../../../shared/kinds/sanitised-text/core/residual-identifiers.ts';
import { verdictOfFiles } from '../../helpers/verdict-of.ts';

const golden = JSON.parse(readFileSync('test/golden/other-releases.json', 'utf8'));
const inText = (text: string): string[] => [...identifiersIn({ text: [text] })];

const written = golden.scrubbing_templates.rows
  .map(([text]: readonly string[]) => text)
  .filter((text: string) => text.replace(/\D/g, '').length >= 6);

test.each(written as string[])('%s is found in a sentence', (text) => {
  expect(inText(`Called us, ${text}, and came back.`)).toContain(text.replace(/\D/g, ''));
});

test.each([
  ['She takes 100 mg of aspirin since 2003, 2 a day, at 37.5 °C.'],
  ['Blood pressure 120/80, extra dose 50, room 314.'],
  ['Admitted 2024-03-12, left 13.04.2024.'],
  ['Pulse 72 - 80; telephone consultation in 14 days.'],
])('%s holds none', (text) => {
  expect(inText(text)).toEqual([]);
});

test('e-mail addresses, record numbers, and a number that a hidden term parts', () => {
  expect(inText('Write to Ada.Engel@clinic.example. MRN: 00-12-34-56')).toEqual(['00123456', 'ada.engel@clinic.example']);
  expect([...identifiersIn({ text: ['255 - ', { gap: true }, ' 1423'] })]).toEqual([]);
});

const header = '{"sanitised":"k-safe","k":2}\n';
const line = (id: number, words: string): string => `${JSON.stringify({ id: String(id), text: [words, { gap: true }, '.'] })}\n`;

test('texts with a number of their own are singled out; a number of the clinic singles out nobody', async () => {
  const texts = Array.from({ length: 10 }, (_, at) =>
    line(at, `Clinic, tel. (030) 555 1000. ${at < 3 ? `Call 555-20${at}${at}` : 'No number'} about `),
  );
  const { of } = await verdictOfFiles({ 'release.jsonl': header + texts.join('') }, 'release.jsonl');
  expect(of('residual identifiers')).toEqual([expect.objectContaining({ way: 'singled out', state: 'proved', people: 3, of: 10 })]);
});
