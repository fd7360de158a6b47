import { type ReportData, reportData } from '../../shared/contracts/report-data.ts';
import { renderReport } from '../../shared/report/report.ts';

export const pageOf = (data: ReportData): string => [...renderReport(data)].join('');

/** A report with every part there is, and a given text wherever text may stand. */
export function hostileReport(text: string): ReportData {
  const estimate = { value: 0.8, low: 0.7, high: 0.9 };
  let parts = 0;
  const said = () => ({ title: `${text} ${++parts}`, conclude: text, note: text });
  return reportData.parse({
    version: 3,
    name: text,
    kind: 'set-generalised',
    verdict: { level: 'leaks', headline: text, ways: [text], claims: [text], next: text },
    facts: [{ label: text, value: text }],
    against: {
      title: text,
      conclude: text,
      rows: [
        { name: text, technical: text, value: estimate, lift: null },
        { name: text, technical: null, value: { value: 0.55, low: null, high: null }, lift: estimate },
      ],
    },
    people: {
      words: { person: text, people: text, target: text, targets: text },
      statement: text,
      people: 20,
      hidden: 10,
      measured: true,
      levels: [0.8, 0.9].map((certainty) => ({
        certainty,
        people: 8,
        share: estimate,
        surestRight: estimate,
        targetsRight: { value: null, low: null, high: null },
        without: 1,
        protected: 2,
        protectedWithout: 0,
      })),
      examples: [{ person: text, target: text, among: [text, 'other'], probability: 0.95, without: 0.3, by: text, right: true }],
      risk: 0.9,
      targets: [{ target: text, people: 4, named: 3, right: 2, mean: 0.6, without: 0.2 }],
      exposed: [{ person: text, targets: 3, named: 2, probability: 0.97, surest: text, by: text, right: true }],
    },
    guidance: [{ question: text, figure: text, answers: text, not: text }],
    sections: [
      { kind: 'text', ...said(), paragraphs: [text] },
      {
        kind: 'table',
        ...said(),
        head: [text, 'n', 'share'],
        rows: [
          [text, 1, estimate],
          [null, 2, { value: null, low: null, high: null }],
        ],
      },
      {
        kind: 'lines',
        ...said(),
        x: text,
        y: text,
        diagonal: true,
        series: [
          {
            name: text,
            points: [
              [0, 0.1],
              [0.5, 0.4],
              [1, 0.9],
            ],
          },
        ],
      },
      { kind: 'bars', ...said(), folded: true, bars: [text], mark: text, groups: [{ label: text, values: [estimate], marks: [0.4] }] },
      {
        kind: 'matrix',
        ...said(),
        columns: [text, 'second'],
        light: text,
        dark: text,
        placed: text,
        framed: text,
        rows: Array.from({ length: 8 }, (_, row) => ({
          label: text,
          beside: [text, 'other'],
          cells: [
            { text: `${row}`, shade: row / 8, place: row === 1 ? 1 : null, framed: row % 2 === 0, about: text },
            { text: '–', shade: null, place: null, framed: false, about: text },
          ],
        })),
      },
    ],
    notices: [{ code: 'x', message: text }],
    next: [text],
    glossary: [{ term: text, technical: text, meaning: text }],
    asked: [{ label: text, value: text }],
    provenance: [{ label: text, value: text }],
    redacted: false,
    request: text,
  });
}
