import { DECISIONS, GROUPS, SCORES } from '../../../contracts/detail-tables.ts';
import { attackCells, type CellValue, rowOf } from '../../../contracts/table.ts';
import { conjunctionText } from '../../../core/relatedness/conjunction.ts';
import { share } from '../../../core/statistics/share.ts';
import type { AttackIdentity } from '../../../kit/attack/attack-identity.ts';
import { BlockDraft, type ColumnDraft, rowBlocks } from '../../../kit/publish/row-blocks.ts';
import type { GroupRecord } from '../../../kit/score/group-record.ts';
import { STATES } from '../../../kit/score/pair-table.ts';
import type { SourceVersion } from '../../../ports/hit-counter.ts';
import type { RowBlock } from '../../../ports/table-encoder.ts';
import type { StoredVerdict } from '../contracts.ts';
import { type FinishedUnit, firstTransaction } from './finished-units.ts';
import { tallyUnit } from './row-figures.ts';

// Groups come row by row. Cells and pairs, which are many, are written to the columns directly: an object or a list for each row would cost more
// than its values.

const numberOf = (distance: number): number => (Number.isFinite(distance) ? distance : Number.NaN);
const statusOf = (verdict: StoredVerdict): [string, string | null] =>
  verdict.kind === 'decided' ? ['decided', null] : [verdict.kind, verdict.kind === 'errored' ? verdict.error : verdict.reason];

export const groupBlocks = (units: readonly FinishedUnit[], attacks: readonly AttackIdentity[]): Generator<RowBlock> =>
  rowBlocks(GROUPS, groupRows(units, attacks));

function* groupRows(units: readonly FinishedUnit[], attacks: readonly AttackIdentity[]) {
  for (const unit of units) {
    const { group, original } = unit;
    const members = JSON.stringify(group.members);
    for (const [at, attack] of attacks.entries()) {
      const verdict = unit.verdicts[at];
      const tally = tallyUnit(unit, verdict);
      const known = original !== null;
      const [status, reason] = statusOf(verdict);
      yield rowOf(GROUPS, {
        ...attackCells(attack),
        group_number: unit.unit,
        group_hash: group.id,
        members,
        first_transaction: firstTransaction(group),
        rows: group.rows.length,
        columns: group.members.length,
        scored_cells: tally.scored,
        status,
        reason,
        delta: verdict.kind === 'decided' ? verdict.delta : null,
        eliminated: tally.eliminated,
        correct: known ? tally.correct : null,
        added: known ? tally.added : null,
        density: known ? share(tally.cells - tally.added, tally.cells) : null,
        precision: known ? share(tally.correct, tally.eliminated) : null,
        recall: known ? share(tally.correct, tally.added) : null,
        ...betrayalOf(group, verdict),
      });
    }
  }
}

function betrayalOf({ members, rows }: GroupRecord, verdict: StoredVerdict): Readonly<Record<string, CellValue>> {
  const betrayal = verdict.kind === 'decided' ? verdict.betrayedBy : undefined;
  if (betrayal === undefined) return {};
  const { item, row, column, measure, nearness, above } = betrayal;
  return {
    betrayed_by: item,
    betrayed_member: members[column],
    betrayed_transaction: (rows[row]?.t ?? 0) + 1,
    betrayed_measure: measure,
    betrayed_nearness: nearness,
    betrayed_above: above,
  };
}

/** `rows` rows in runs that fit into a block: `write` fills `[from, to)` of them into the columns, from place `at` on. */
function* inRuns(draft: BlockDraft, rows: number, write: (from: number, to: number, at: number) => void): Generator<RowBlock> {
  for (let from = 0; from < rows; ) {
    const to = Math.min(rows, from + draft.room);
    write(from, to, draft.rows);
    draft.rows += to - from;
    from = to;
    if (draft.room === 0) yield draft.take();
  }
}

type Four = [ColumnDraft, ColumnDraft, ColumnDraft, ColumnDraft];

/** Baselines are left out: they decide nothing that anybody should look up. */
export function* decisionBlocks(units: readonly FinishedUnit[], attacks: readonly AttackIdentity[]): Generator<RowBlock> {
  const draft = new BlockDraft(DECISIONS);
  const column = (name: string): ColumnDraft => draft.column(name);
  const [attackName, version, hash, unitNumber] = ['attack', 'attack_version', 'parameters_hash', 'group_number'].map(column) as Four;
  const [rowNumber, columnNumber, transaction, id] = ['table_row', 'table_column', 'transaction', 'transaction_id'].map(column) as Four;
  const [item, distance, state, confidence] = ['item', 'distance', 'state', 'confidence'].map(column) as Four;
  const [decided, place, why, correct] = ['decided', 'place', 'why', 'correct'].map(column) as Four;
  for (const unit of units) {
    const { group, scored, original } = unit;
    const width = group.members.length;
    for (const [index, attack] of attacks.entries()) {
      const verdict = unit.verdicts[index];
      if (attack.baseline || verdict.kind !== 'decided') continue;
      const order = new Int32Array(scored.cells.length).fill(-1);
      for (let at = 0; at < verdict.cells.length; at += 1) order[verdict.cells[at]] = at;
      yield* inRuns(draft, scored.cells.length, (from, to, at) => {
        const until = at + to - from;
        attackName.values.fill(attackName.place(attack.name), at, until);
        version.values.fill(attack.version, at, until);
        hash.values.fill(hash.place(attack.parametersHash), at, until);
        unitNumber.values.fill(unit.unit, at, until);
        const members = group.members.map((member) => item.place(member));
        const states = [state.place('undefined'), state.place('never'), state.place('scored')];
        let row = Math.floor(from / width);
        let member = from - row * width;
        for (let cell = from, into = at; cell < to; cell += 1, into += 1) {
          const found = scored.cells[cell];
          const when = order[cell];
          const { t, id: name } = group.rows[row];
          rowNumber.values[into] = row;
          columnNumber.values[into] = member;
          transaction.values[into] = t + 1;
          id.values[into] = name === undefined ? Number.NaN : id.place(name);
          item.values[into] = members[member];
          distance.values[into] = numberOf(found);
          state.values[into] = states[Number.isNaN(found) ? 0 : Number.isFinite(found) ? 2 : 1];
          confidence.values[into] = verdict.confidence?.[cell] ?? Number.NaN;
          decided.values[into] = when < 0 ? 0 : 1;
          place.values[into] = when < 0 ? Number.NaN : when;
          why.values[into] = when < 0 ? Number.NaN : numberOf(verdict.why[when]);
          correct.values[into] = original === null ? Number.NaN : Number(when >= 0 === (original[cell] === 0));
          member += 1;
          if (member === width) {
            member = 0;
            row += 1;
          }
        }
      });
    }
  }
  if (draft.rows > 0) yield draft.take();
}

/** A pair that no source relates has no row. */
export function* scoreBlocks(
  units: readonly FinishedUnit[],
  sources: readonly { readonly source: SourceVersion; readonly size: number }[],
): Generator<RowBlock> {
  const draft = new BlockDraft(SCORES);
  const column = (name: string): ColumnDraft => draft.column(name);
  const [unitNumber, item, contextItem, sourceId] = ['group_number', 'item', 'context_item', 'source'].map(column) as Four;
  const [version, documents, countItem, countContext] = ['source_version', 'documents', 'count_item', 'count_context'].map(column) as Four;
  const [countBoth, distance, state, flags] = ['count_both', 'distance', 'state', 'flags'].map(column) as Four;
  for (const { unit, group, scored } of units) {
    const { pairs } = scored;
    const related = new Int32Array(pairs.source.length);
    let count = 0;
    for (let pair = 0; pair < pairs.source.length; pair += 1) {
      if (sources[pairs.source[pair]] === undefined) continue;
      related[count] = pair;
      count += 1;
    }
    const width = group.members.length;
    yield* inRuns(draft, count, (from, to, at) => {
      unitNumber.values.fill(unit, at, at + to - from);
      const members = group.members.map((member) => item.place(member));
      const contexts = group.context.map((other) => contextItem.place(conjunctionText(other)));
      const states = STATES.map((name) => state.place(name));
      const ids = sources.map(({ source }) => sourceId.place(source.id));
      const versions = sources.map(({ source }) => version.place(source.version));
      for (let index = from, place = at; index < to; index += 1, place += 1) {
        const pair = related[index];
        const source = pairs.source[pair];
        const row = Math.floor(pair / width);
        item.values[place] = members[pair - row * width];
        contextItem.values[place] = contexts[row];
        sourceId.values[place] = ids[source];
        version.values[place] = versions[source];
        documents.values[place] = sources[source]?.size ?? Number.NaN;
        countItem.values[place] = pairs.item[pair];
        countContext.values[place] = pairs.context[pair];
        countBoth.values[place] = pairs.both[pair];
        distance.values[place] = numberOf(pairs.distance[pair]);
        state.values[place] = states[pairs.state[pair]];
        flags.values[place] = pairs.flags[pair];
      }
    });
  }
  if (draft.rows > 0) yield draft.take();
}
