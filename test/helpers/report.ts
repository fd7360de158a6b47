import { type ReportData, reportData } from '../../shared/contracts/report-data.ts';

/** A report with every part there is, and a given text wherever text may stand. */
export function hostileReport(text: string): ReportData {
  const estimate = { value: 0.8, low: 0.7, high: 0.9 };
  const rates = { precision: 0.7, recall: 0.6, f1: 0.65 };
  return reportData.parse({
    version: 1,
    name: text,
    kind: 'set-generalised',
    headline: text,
    comparisons: [
      { name: text, about: text, precision: 0.8, recall: 0.7, f1: estimate, lift: null },
      { name: text, about: text, precision: 0.6, recall: 0.5, f1: { value: 0.55, low: null, high: null }, lift: estimate },
    ],
    facts: [{ label: text, value: text }],
    hasOriginal: true,
    attacks: ['gba', 'blind'].map((name) => ({
      name: `${name} ${text}`,
      version: 1,
      parameters: text,
      baseline: name === 'blind',
      status: 'decided',
      reason: null,
      eliminated: 10,
      correct: 8,
      added: 12,
      cells: 20,
      coverage: 0.9,
      precision: estimate,
      recall: estimate,
      f1: estimate,
      basePrecision: 0.6,
      random: rates,
      blind: rates,
      matched: rates,
      protections: { all: 4, broken: 2, trulyBroken: 1, unheld: 0 },
    })),
    heatMap: {
      title: text,
      attack: text,
      columns: [text, 'second'],
      rows: Array.from({ length: 3 }, (_, row) => ({
        label: text,
        context: [text, 'other'],
        cells: [
          { distance: 0.4 * row, state: 'scored', place: row === 1 ? 0 : null, why: 0.4, confidence: 0.7, original: row === 0 },
          { distance: null, state: row === 2 ? 'never' : 'undefined', place: null, why: null, confidence: null, original: null },
        ],
      })),
      note: text,
    },
    sections: [
      { kind: 'text', title: text, paragraphs: [text] },
      {
        kind: 'table',
        title: text,
        note: text,
        head: [text, 'n'],
        rows: [
          [text, 1],
          [null, 2],
        ],
      },
      {
        kind: 'lines',
        title: text,
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
      { kind: 'bars', title: text, bars: [text], groups: [{ label: text, values: [estimate] }] },
    ],
    notices: [{ code: 'x', message: text }],
    provenance: [{ label: text, value: text }],
  });
}
