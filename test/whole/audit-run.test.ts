import { auditInMemory, rowsOf } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';

const DOCUMENTS = ['heart pressure', 'heart pressure', 'lung cough', 'lung cough', 'knee joint', 'knee joint', 'heart lung', 'fever'];
const GROUP = ['pressure', 'cough', 'joint'];
const release = [
  ['heart', GROUP],
  ['lung', GROUP],
  ['knee', GROUP],
];
const original = [
  ['heart', 'pressure'],
  ['lung', 'cough'],
  ['knee', 'joint'],
];
const source = countsOver(DOCUMENTS);

describe('runAudit', () => {
  test('the strangers go, and the measures say so', async () => {
    const results = await auditInMemory({ release, original, source, request: { attacks: ['tba'], claim: { k: 2 } } });
    const [tba] = results.outcome.attacks;
    expect(tba).toMatchObject({ status: 'decided', precision: 1, recall: 1, f1: 1, coverage: 1, basePrecision: 6 / 9 });
    expect(results.files['attacked.jsonl']).toBe(
      '{"items":["heart","pressure"]}\n{"items":["lung","cough"]}\n{"items":["knee","joint"]}\n',
    );
    // Each member was in three transactions and is in one, where it truly was: fewer than k = 2.
    expect(tba?.measures.protections).toEqual({ all: 3, broken: 3, trulyBroken: 3, unheld: 0 });
  });

  test('one row a cell and attack, with the reason; baselines have none', async () => {
    const results = await auditInMemory({ release, original, source, request: { attacks: ['tba', 'mda'] } });
    const rows = rowsOf(results, 'decisions');
    expect(rows).toHaveLength(18);
    expect(new Set(rows.map((row) => row['attack']))).toEqual(new Set(['tba', 'mda']));
    expect(
      rows.filter((row) => row['attack'] === 'tba' && row['decided']).every((row) => typeof row['why'] === 'number' && row['correct']),
    ).toBe(true);
    expect(rowsOf(results, 'groups').map((row) => row['attack'])).toEqual(['tba', 'mda', 'random', 'blind']);
  });

  test('without the original, what follows from it is empty and never 0', async () => {
    const results = await auditInMemory({ release, source, request: { attacks: ['tba'] } });
    const [row] = rowsOf(results, 'attacks');
    expect(row).toMatchObject({ attack: 'tba', precision: null, recall: null, f1: null, correct: null, matched_f1: null, eliminated: 6 });
    expect(results.files['report.html']).toContain('Without the original, precision and recall are not computable (n/c).');
  });

  test('items that no source knows are not computable, not harmless', async () => {
    const results = await auditInMemory({ release, original, source: countsOver(['nothing of it']), request: { attacks: ['rba'] } });
    expect(results.outcome.attacks[0]).toMatchObject({ status: 'not computable', precision: null, recall: null });
    expect(results.outcome.unmatched).toEqual([
      ['cough', 3],
      ['joint', 3],
      ['pressure', 3],
      ['heart', 1],
      ['knee', 1],
      ['lung', 1],
    ]);
  });

  test('codes without labels are not computable; chance still is', async () => {
    const coded = [
      ['1', ['10', '11']],
      ['2', ['10', '11']],
    ];
    const results = await auditInMemory({ release: coded, source, request: { attacks: ['gba'] } });
    expect(results.outcome.attacks.map(({ attack, status }) => [attack.name, status])).toEqual([
      ['gba', 'not computable'],
      ['random', 'decided'],
      ['blind', 'decided'],
    ]);
    expect(results.outcome.attacks[0]?.reason).toContain('--labels');
  });

  test('a generalised item of one transaction is reported and counts as not removed', async () => {
    const lonely = [...release, ['heart', ['fever', 'flu']]];
    const truth = [...original, ['heart', 'fever']];
    const { outcome } = await auditInMemory({ release: lonely, original: truth, source, request: { attacks: ['tba'] } });
    expect(outcome.notices.map(({ code }) => code)).toContain('groups-of-one');
    expect(outcome.attacks[0]).toMatchObject({ recall: 6 / 7, precision: 1 });
  });

  test('a release without generalised items says that there is nothing to attack', async () => {
    const { outcome } = await auditInMemory({
      release: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      source,
    });
    expect(outcome.notices.map(({ code }) => code)).toContain('no-groups');
    expect(outcome.attacks.every(({ status }) => status === 'not computable')).toBe(true);
  });

  test('sorted items carry no order: all of the context is used', async () => {
    const sorted = Array.from({ length: 30 }, (_, at) => [`a${at}`, `b${at}`, `c${at}`, GROUP]);
    const { outcome } = await auditInMemory({ release: sorted, source });
    expect(outcome.context).toEqual({ kind: 'all' });
    expect(outcome.notices.map(({ code }) => code)).toContain('context-all');
  });
});
