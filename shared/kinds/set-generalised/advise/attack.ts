import { canonicalRows, transactionKey } from '../../../core/model/canonical-order.ts';
import type { Transaction } from '../../../core/model/transaction.ts';
import type { Attacked } from '../../../kit/advise/advise.ts';
import { ALL_EVIDENCE, WITHOUT_ORDER } from '../attacks.ts';
import { addedOf } from '../core/calibrated/decide.ts';
import type { EvidenceKind } from '../core/calibrated/evidence.ts';
import { type CalibratedInput, type Knowing, type Learned, learn, type Prepared, prepare } from '../learn/calibrated/learn.ts';
import { isCoded } from '../learn/release-view.ts';

export interface AttackedCell {
  /** The generalised item, by the attack's own number. */
  readonly unit: number;
  readonly item: number;
  /** From 0. */
  readonly transaction: number;
  readonly probability: number;
  readonly betrayedBy: number | null;
}

export interface Seen {
  readonly cells: readonly AttackedCell[];
  readonly attacker: { readonly prepared: Prepared; readonly learned: Learned } | null;
}

interface Attacking extends Omit<Knowing, 'asked' | 'constrained'> {
  /** Of the transactions that the release was made from. */
  readonly numberOf: ReadonlyMap<string, number>;
  readonly certainty: number;
  /** By default all. */
  readonly evidence?: readonly EvidenceKind[] | undefined;
}

/** Precision cut of the model; unused here. */
const ASKED = 0.9;

/**
 * The audit's own calibrated attack with practice, without controls and files. It names by the middle of what its worlds of practice say: an attacker
 * may be right without knowing it, and the lower end moves more with the seed than with a change of the release. Memory: the transactions,
 * practice, and the evidence of the release's own tables.
 */
export async function attackRelease(
  published: readonly Transaction[],
  { numberOf, certainty, evidence, ...knowing }: Attacking,
): Promise<Attacked<Seen>> {
  const input: CalibratedInput = { ...knowing, release: published, constrained: true, asked: ASKED };
  const nothing = (reason: string) => ({ people: null, reason, seen: { cells: [], attacker: null } });
  if (input.sources.length === 0 && input.embeddings === null) return nothing('no source on this machine relates the items');
  const prepared = await prepare(input);
  if ('reason' in prepared) return nothing(prepared.reason);
  const learned = await learn(prepared, input, evidence ?? (input.ordered ? ALL_EVIDENCE : WITHOUT_ORDER));
  if ('reason' in learned) return nothing(learned.reason);
  const cells = cellsOf(prepared, learned, input, numberOf);
  const named = new Set(cells.filter(({ probability }) => probability >= certainty).map(({ transaction }) => transaction));
  return { people: cells.length === 0 ? null : named.size / published.length, seen: { cells, attacker: { prepared, learned } } };
}

function cellsOf(
  { input: { release } }: Prepared,
  { model, raised, tables }: Learned,
  { release: published, ordered, seed, labels }: CalibratedInput,
  numberOf: ReadonlyMap<string, number>,
): AttackedCell[] {
  const keyed = published.map(({ id, items }, at) => ({ key: transactionKey(items, ordered, seed), id, at }));
  const places = canonicalRows(keyed, seed).map(({ at }) => at);
  const groups = new Map(release.groups.map((group) => [group.key, group]));
  const nameOf = (term: number | undefined): string => release.terms[term as number];
  return tables.flatMap(({ key, rows, columns, s, betrayedBy }, unit) => {
    const group = groups.get(key);
    const members = Array.from(group?.members ?? [], nameOf);
    if (group === undefined || (labels === undefined && isCoded({ members }))) return [];
    const added = addedOf(model, raised, { key, rows, columns, s: Float64Array.from(s) });
    return Array.from(added, (wrong, cell): AttackedCell => {
      const by = betrayedBy?.items[betrayedBy.of[cell] ?? -1];
      return {
        unit,
        item: numberOf.get(members[cell % columns]) as number,
        transaction: places[group.rows[Math.floor(cell / columns)]],
        probability: 1 - wrong,
        betrayedBy: by === undefined ? null : (numberOf.get(by) ?? null),
      };
    });
  });
}
