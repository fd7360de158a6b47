import { auditRequest } from '../../shared/contracts/audit-request.ts';
import type { LocatedTransaction } from '../../shared/core/model/transaction.ts';
import { type Random, seeded, shuffle } from '../../shared/core/random/random.ts';
import { codeRecords } from '../../shared/kinds/disassociated/core/disassociate/coded-records.ts';
import { disassociate } from '../../shared/kinds/disassociated/core/disassociate/disassociate.ts';
import { disassociated } from '../../shared/kinds/disassociated/kind.ts';
import { runAudit } from '../../shared/pipeline/audit/run-audit.ts';
import { auditInMemory, IDENTITY, memoryPorts, rowsOf } from '../helpers/audits.ts';
import { countsOver } from '../helpers/counts-over.ts';
import { randomRecords } from '../helpers/disassociation-data.ts';

type Row = Readonly<Record<string, number | string | boolean | null>>;

const sum = (rows: readonly Row[], column: string): number => rows.reduce((total, row) => total + Number(row[column]), 0);
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const near = (value: unknown, expected: number | null): void => {
  if (expected === null || value === null) expect(value).toBe(expected);
  else expect(value).toBeCloseTo(expected, 12);
};

/** The rates of a row of `attacks` are made from its counts. */
function ratesFollow(attack: Row): void {
  const [eliminated, correct, added] = [Number(attack['eliminated']), Number(attack['correct']), Number(attack['added'])];
  if (attack['correct'] === null || attack['status'] === 'not computable') {
    expect([attack['precision'], attack['recall'], attack['f1']]).toEqual([null, null, null]);
    return;
  }
  near(attack['precision'], ratio(correct, eliminated));
  near(attack['recall'], ratio(correct, added));
  near(attack['f1'], eliminated > 0 && added > 0 ? (2 * correct) / (eliminated + added) : null);
  near(attack['coverage'], ratio(Number(attack['scored_cells']), Number(attack['cells'])));
  for (const rate of ['precision', 'recall', 'f1']) {
    const [low, value, high] = [`${rate}_low`, rate, `${rate}_high`].map((name) => attack[name] ?? null);
    if (low !== null) expect([Number(low) <= Number(value), Number(value) <= Number(high)]).toEqual([true, true]);
  }
}

const WORDS = Array.from({ length: 40 }, (_, at) => `w${at}`);
const picked = (random: Random, from: readonly string[], count: number): string[] => shuffle([...from], random).slice(0, count);

test.each([3, 8, 12])('set-generalised releases of up to %d generalised items: every table says the same', async (groups) => {
  for (const original of [true, false]) {
    const random = seeded('tables agree', groups, String(original));
    const members = Array.from({ length: groups }, (_, at) => WORDS.slice(at * 3, at * 3 + 3));
    const held: string[][] = [];
    const release: (string | string[])[][] = [];
    for (let at = 0; at < 60; at += 1) {
      const context = picked(random, WORDS.slice(30), random.below(5));
      const own = picked(random, [...members.keys()].map(String), 1 + random.below(2)).map((name) => members[Number(name)]);
      held.push([...context, ...own.flatMap((group) => picked(random, group, 1 + random.below(2)))]);
      release.push([...context, ...own]);
    }
    // Some words no source knows, so some cells have no distance and some groups cannot be decided.
    const source = countsOver(Array.from({ length: 80 }, () => picked(random, WORDS.slice(4), 6).join(' ')));
    const request = { claim: { k: 3, m: 2 }, context: { select: 'all' } };
    const results = await auditInMemory({ release, source, request, ...(original ? { original: held } : {}) });
    const table = (name: string): Row[] => rowsOf(results, name) as Row[];
    const [attacks, groupRows, decisions, lifts] = [table('attacks'), table('groups'), table('decisions'), table('lifts')];
    const [audit] = table('audits') as [Row];
    expect(attacks.length).toBeGreaterThan(5);
    let decidedGroups = 0;
    for (const attack of attacks) {
      ratesFollow(attack);
      const own = groupRows.filter((row) => row['attack'] === attack['attack']);
      expect([attack['cells'], audit['cells']]).toEqual(
        Array(2).fill(own.reduce((total, row) => total + Number(row['rows']) * Number(row['columns']), 0)),
      );
      expect([audit['groups'], audit['rows'], attack['scored_cells'], attack['eliminated']]).toEqual([
        own.length,
        sum(own, 'rows'),
        sum(own, 'scored_cells'),
        sum(own, 'eliminated'),
      ]);
      if (original)
        expect([attack['correct'], attack['added'], audit['added']]).toEqual([sum(own, 'correct'), sum(own, 'added'), sum(own, 'added')]);
      else expect([attack['correct'], attack['added'], audit['added']]).toEqual([null, null, null]);
      for (const group of own.filter(({ correct }) => correct !== null)) {
        near(group['precision'] as never, ratio(Number(group['correct']), Number(group['eliminated'])));
        near(group['recall'] as never, ratio(Number(group['correct']), Number(group['added'])));
        near(group['density'] as never, 1 - Number(group['added']) / (Number(group['rows']) * Number(group['columns'])));
      }
      const cells = decisions.filter((row) => row['attack'] === attack['attack']);
      if (attack['baseline'] === true) expect(cells).toEqual([]);
      else {
        const taken = cells.filter(({ decided }) => decided === true);
        const decided = own.filter(({ status }) => status === 'decided');
        const cellsOf = decided.reduce((total, row) => total + Number(row['rows']) * Number(row['columns']), 0);
        expect([cells.length, taken.length]).toEqual([cellsOf, attack['eliminated']]);
        if (original) expect(taken.filter(({ correct }) => correct === true).length).toBe(attack['correct']);
        if (original) expect(cells.filter((cell) => cell['decided'] === cell['correct']).length).toBe(sum(decided, 'added'));
        decidedGroups += decided.length;
      }
      near(attack['base_precision'] as never, original ? Number(attack['added']) / Number(attack['cells']) : null);
      for (const baseline of ['random', 'blind']) {
        const row = attacks.find((each) => each['attack'] === baseline) as Row;
        for (const rate of ['precision', 'recall', 'f1']) expect(attack[`${baseline}_${rate}`]).toBe(row[rate]);
      }
      for (const lift of lifts.filter((row) => row['attack'] === attack['attack'])) {
        near(lift['value'] as never, attack[lift['measure'] as string] as number);
        near(lift['lift'] as never, Number(lift['value']) - Number(lift['over_value']));
        const over = attacks.find((row) => row['attack'] === lift['over']);
        if (over !== undefined) near(lift['over_value'] as never, over[lift['measure'] as string] as number);
        if (lift['over'] === 'matched') near(lift['over_value'] as never, attack[`matched_${lift['measure']}`] as number);
      }
      const bins = table('reliability').filter((row) => row['attack'] === attack['attack'] && row['measured_on'] === 'release');
      if (attack['baseline'] === false && bins.length > 0)
        expect(sum(bins, 'cells')).toBe(cells.filter(({ confidence }) => confidence !== null).length);
    }
    expect(decidedGroups).toBeGreaterThan(groups);
  }
});

async function* originals(records: readonly (readonly string[])[], clusterOf: Int32Array): AsyncGenerator<LocatedTransaction> {
  for (const [at, items] of records.entries()) yield { items, line: at + 1, cluster: clusterOf[at] };
}

test.each(['a', 'b', 'c', 'd'])('disassociated releases, as wanted and not: every table says the same (%s)', async (name) => {
  const random = seeded('tables agree, disassociated', name);
  const records = randomRecords(random, { records: 60 + random.below(60), terms: 12, longest: 5 });
  const made = disassociate(codeRecords(records), {
    k: 3,
    m: 2,
    maxCluster: 10,
    refine: random.below(2) === 0,
    safe: random.below(2) === 0,
  });
  const source = countsOver(randomRecords(random, { records: 200, terms: 12, longest: 6 }).map((items) => items.join(' ')));
  const { ports, files } = memoryPorts();
  await runAudit(
    disassociated,
    {
      request: auditRequest.parse({ release: 'release.json', claim: { k: 3, m: 2 } }),
      name: 'test',
      given: {
        parsed: { release: made.release, warnings: [] },
        original: { name: 'original', transactions: originals(records, made.clusterOf) },
      },
      sources: [source],
      embeddings: null,
      nouns: () => ['dog'],
      identity: () => IDENTITY,
    },
    ports,
  );
  const table = (of: string): Row[] => rowsOf({ files: files() } as never, of) as Row[];
  const placements = table('placements');
  for (const attack of table('attacks')) {
    ratesFollow(attack);
    const own = placements.filter((row) => row['attack'] === attack['attack']);
    if (attack['baseline'] === true) {
      expect(own).toEqual([]);
      continue;
    }
    const counted = own.filter(({ correct }) => correct !== null);
    expect([counted.length, counted.filter(({ correct }) => correct === true).length]).toEqual([attack['eliminated'], attack['correct']]);
    const { rates } = JSON.parse(attack['details'] as string) as {
      rates: { precision: { value: number | null }; recall: { value: number | null } };
    };
    near(rates.precision.value as never, attack['precision'] as number | null);
    near(rates.recall.value as never, attack['recall'] as number | null);
  }
});
