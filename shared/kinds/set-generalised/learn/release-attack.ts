import type { AttackIdentity } from '../../../app/audit/attack/attack-identity.ts';
import { HomeFaults } from '../../../app/audit/attack/home-faults.ts';
import { eachUnit } from '../../../app/audit/plan/batches.ts';
import { runsOfSlices } from '../../../app/audit/plan/unit-writer.ts';
import { MANIFEST, readUnits } from '../../../app/audit/plan/units.ts';
import { readJson, readJsonLines, writeJson } from '../../../app/blobs/json-lines.ts';
import { scopedStore } from '../../../app/blobs/scoped-store.ts';
import { type MadeOnce, madeOnce } from '../../../app/made-once.ts';
import {
  GROUP_RECORDS,
  type GroupRecord,
  type OutcomeRecord,
  type StoredVerdict,
  UNIT_POINTERS,
  type UnitPointer,
} from '../../../contracts/work.ts';
import { type AttackFailed, failureName } from '../../../core/findings/failure.ts';
import type { ContextRule } from '../../../core/model/context.ts';
import type { Smoothing } from '../../../core/relatedness/relatedness.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Embeddings } from '../../../ports/embeddings.ts';
import type { HitCounter } from '../../../ports/hit-counter.ts';
import type { Progress } from '../../../ports/progress.ts';
import type { AttackSet } from '../attack/attack-set.ts';
import { isCoded, UNLABELLED, writeOutcomes } from '../attack/process-units.ts';
import { DETAILS, MODEL } from '../blobs.ts';
import { type Block, readBlocks, type StoredTransaction } from '../read/store-release.ts';

/** Neighbouring units of one slice: all of it, or those of them that are decided at once. */
export interface SliceUnits {
  readonly slice: number;
  readonly units: readonly number[];
  /** In the order of the units. */
  readonly groups: readonly GroupRecord[];
}

/**
 * What an attack on the whole release may look at. There is no way from here to the original: the store is a part of the work store that
 * belongs to these attacks alone.
 */
export interface ReleaseView {
  /** In the release's order; from the start each time it is asked for. */
  transactions(): AsyncIterable<StoredTransaction>;
  /** All groups in the canonical order, slice by slice, again from the start each time. */
  slices(): AsyncIterable<SliceUnits>;
  /** All attacks of this audit on the whole release: what serves several of them can be made at once. */
  readonly attacks: readonly string[];
  readonly sources: readonly HitCounter[];
  readonly embeddings: Embeddings | null;
  readonly labels: ReadonlyMap<string, string> | undefined;
  readonly context: ContextRule;
  /** Groups were inferred or may be incomplete: no constraint may rest on all rows being there. */
  readonly inferred: boolean;
  readonly smoothing: Smoothing;
  readonly seed: string;
  /** What several attacks make between them, such as evidence: of all that are fitted, or of all that decide the same units. */
  readonly made: MadeOnce;
  /** For what attacks keep between their steps, such as scores of slices. */
  readonly store: BlobStore;
}

/** What an attack says of itself: for the report and the column `details` of the table `attacks`. No items. */
export type AttackDetails = Readonly<Record<string, unknown>>;

/**
 * An attack that learns from the whole release before it decides group by group: one fit, then decisions that may be made in any batches,
 * anywhere. In the cloud the fit is one function and the decisions are a map.
 */
export interface ReleaseAttack extends AttackIdentity {
  fit(view: ReleaseView, progress: Progress): Promise<FittedAttack>;
  /** One verdict a group, in order. Depends on the model and the group alone, not on its batch. */
  decide(model: unknown, units: SliceUnits, view: ReleaseView): Promise<readonly StoredVerdict[]>;
}

export interface FittedAttack {
  /** Plain JSON, and small: each batch of units reads it. What grows with the release goes to the store, slice by slice. */
  readonly model: unknown;
  readonly details: AttackDetails;
}

const modelKey = (attack: ReleaseAttack): string => `models/${attack.name}.json`;
/** Apart, since who publishes needs no model. */
const detailsKey = (attack: ReleaseAttack): string => `models/${attack.name}.details.json`;

/** What a view is made of: all of it but what leads into stores. */
export interface ViewInput extends Omit<ReleaseView, 'transactions' | 'slices' | 'store'> {
  readonly work: BlobStore;
  readonly blocks: readonly Block[];
  readonly failed?: AttackFailed | undefined;
  /** What these throw is theirs, and not an attack's. */
  readonly faults: HomeFaults;
}

/** Watches the storage and the sources that attacks are shown: once for all of them. */
export function watched(input: Omit<ViewInput, 'faults'>): ViewInput {
  const faults = new HomeFaults();
  return { ...input, faults, work: faults.watch(input.work), sources: input.sources.map((source) => faults.watch(source)) };
}

function releaseView({ work, blocks, failed: _, faults: __, ...rest }: ViewInput): ReleaseView {
  return {
    ...rest,
    transactions: () => readBlocks(work, blocks),
    async *slices() {
      let own: UnitPointer[] = [];
      for await (const pointer of readJsonLines(work, MANIFEST, UNIT_POINTERS)) {
        if (own.length > 0 && own[0]?.slice !== pointer.slice) {
          yield await unitsOfSlice(work, own);
          own = [];
        }
        own.push(pointer);
      }
      if (own.length > 0) yield await unitsOfSlice(work, own);
    },
    store: scopedStore(work, 'attacks/'),
  };
}

const unitsOfSlice = async (work: BlobStore, pointers: readonly UnitPointer[]): Promise<SliceUnits> => ({
  slice: pointers[0]?.slice as number,
  units: eachUnit(pointers).map(({ unit }) => unit),
  groups: await readUnits(work, pointers, GROUP_RECORDS),
});

/** The fit: once for a release. Its failure is the attack's, not the audit's: the model then says so. */
export async function fitRelease(attack: ReleaseAttack, input: ViewInput, progress: Progress): Promise<void> {
  progress.step(`learn ${attack.name}`, null);
  let stored: StoredModel;
  let details: AttackDetails | null = null;
  try {
    const fitted = await attack.fit(releaseView(input), progress);
    [stored, details] = [{ model: fitted.model }, fitted.details];
  } catch (error) {
    if (input.faults.isOne(error)) throw error;
    input.failed?.(attack.name, error);
    stored = { error: failureName(error) };
  }
  await writeJson(input.work, modelKey(attack), stored);
  await writeJson(input.work, detailsKey(attack), details);
  progress.end();
}

type StoredModel = { readonly model: unknown } | { readonly error: string };

/** Models are asked for with every batch of groups: each is read once, and kept with the steps. */
export class Models {
  readonly #work: BlobStore;
  readonly #read = new Map<string, Promise<StoredModel>>();

  constructor(work: BlobStore) {
    this.#work = work;
  }

  of(attack: ReleaseAttack): Promise<StoredModel> {
    const model = this.#read.get(attack.name) ?? readJson(this.#work, modelKey(attack), MODEL);
    this.#read.set(attack.name, model);
    return model;
  }

  /** What an attack says of itself; null where its fit failed. */
  details(attack: ReleaseAttack): Promise<AttackDetails | null> {
    return readJson(this.#work, detailsKey(attack), DETAILS);
  }
}

/** Decides a batch of groups by each attack; writes under keys that follow from them, so it may run twice and in any split. */
export async function decideUnits(
  attacks: readonly ReleaseAttack[],
  pointers: readonly UnitPointer[],
  input: ViewInput,
  models: Models,
): Promise<void> {
  for (const { from, to } of runsOfSlices(pointers)) {
    const own = pointers.slice(from, to);
    const units = await unitsOfSlice(input.work, own);
    // What attacks find out about these units they find out together.
    const view = { ...input, made: madeOnce() };
    for (const attack of attacks) {
      const records = (await verdictsOf(attack, await models.of(attack), units, view)).map((verdict, at): OutcomeRecord => {
        const meaningless = input.labels === undefined && isCoded(units.groups[at] as GroupRecord);
        return { unit: units.units[at] as number, verdicts: [meaningless ? UNLABELLED : verdict] };
      });
      await writeOutcomes(input.work, eachUnit(own), records, attack.name);
    }
  }
}

async function verdictsOf(
  attack: ReleaseAttack,
  stored: StoredModel,
  units: SliceUnits,
  input: ViewInput,
): Promise<readonly StoredVerdict[]> {
  if ('error' in stored) return units.groups.map(() => ({ kind: 'errored', ...stored }));
  try {
    return await attack.decide(stored.model, units, releaseView(input));
  } catch (error) {
    if (input.faults.isOne(error)) throw error;
    input.failed?.(attack.name, error);
    return units.groups.map(() => ({ kind: 'errored', error: failureName(error) }));
  }
}

/** Where the attack that was to lead cannot be computed, such as on a release too small to practise on, the next one leads. */
export async function withLead(attacks: AttackSet, models: Models): Promise<AttackSet> {
  let { leading } = attacks;
  for (let attack = attacks.release[leading]; attack !== undefined; attack = attacks.release[leading]) {
    const details = await models.details(attack);
    if (details !== null && !('reason' in details)) break;
    leading += 1;
  }
  return { ...attacks, leading: Math.min(leading, attacks.all.length - 1) };
}
