import { failureName } from '../../../core/verdict/failure.ts';
import { readJson, writeJson } from '../../../kit/blobs/json-lines.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Progress } from '../../../ports/progress.ts';
import type { AttackSet, LearnedIdentity } from '../attack/attack-set.ts';
import { DETAILS, MODELS } from '../blobs.ts';
import type { StoredVerdict } from '../contracts.ts';
import type { PlanSummary } from '../plan/plan-groups.ts';
import { type AttackDetails, type FittedAttack, type Model, verdictsBy } from './calibrated-attack.ts';
import { isCoded, type ReleaseView, releaseView, type SliceUnits, UNLABELLED, type ViewInput } from './release-view.ts';

type StoredModel = { readonly model: Model } | { readonly error: string };
type StoredModels = Readonly<Record<string, StoredModel>>;

/** Of all attacks in one blob: every function that attacks reads them. */
const MODELS_KEY = 'models.json';
/** Apart, since publishing needs no model. */
const DETAILS_KEY = 'details.json';

/** Fits all attacks that learn, once for a release. A failure is theirs, not the audit's: their models then say so. */
export async function learnRelease(
  names: readonly string[],
  input: ViewInput,
  progress: Progress,
  fitAll: (view: ReleaseView) => Promise<ReadonlyMap<string, FittedAttack>>,
): Promise<void> {
  progress.step('learn', null);
  let fitted: ReadonlyMap<string, FittedAttack> | { readonly error: string };
  try {
    fitted = await fitAll(releaseView(input));
  } catch (error) {
    if (input.faults.isOne(error)) throw error;
    for (const name of names) input.failed?.(name, error);
    fitted = { error: failureName(error) };
  }
  await storeFits(names, input.work, (name) => ('error' in fitted ? fitted : (fitted.get(name) as FittedAttack)));
  progress.end();
}

async function storeFits(
  names: readonly string[],
  work: BlobStore,
  fitOf: (name: string) => FittedAttack | { readonly error: string },
): Promise<void> {
  const fits = names.map((name) => [name, fitOf(name)] as const);
  await writeJson(work, MODELS_KEY, Object.fromEntries(fits.map(([name, fit]) => [name, 'error' in fit ? fit : { model: fit.model }])));
  await writeJson(work, DETAILS_KEY, Object.fromEntries(fits.map(([name, fit]) => [name, 'error' in fit ? null : fit.details])));
}

/** Why there is nothing to learn from, known once the release is planned; null if there is. */
export function nothingToLearn({ worded, coded }: Pick<PlanSummary, 'worded' | 'coded'>, isLabelled: boolean): string | null {
  if (worded > 0 || (isLabelled && coded > 0)) return null;
  return coded > 0 ? UNLABELLED.reason : 'no generalised item is carried by two transactions';
}

/** Stores models that give this reason, in place of learning. */
export const storeUnlearnt = (names: readonly string[], work: BlobStore, reason: string): Promise<void> =>
  storeFits(names, work, () => ({ model: { reason }, details: { reason } }));

export const readModels = async (work: BlobStore): Promise<StoredModels> => (await readJson(work, MODELS_KEY, MODELS)) as StoredModels;

/** Null where learning failed; nothing of a release without attacks that learn. */
export const readDetails = async (
  work: BlobStore,
  attacks: readonly LearnedIdentity[],
): Promise<ReadonlyMap<string, AttackDetails | null>> =>
  new Map(attacks.length === 0 ? [] : Object.entries(await readJson(work, DETAILS_KEY, DETAILS)));

/** Verdicts of the fitted attacks on neighbouring units, attack by attack. */
export async function learnedVerdicts(
  attacks: readonly LearnedIdentity[],
  models: StoredModels,
  units: SliceUnits,
  input: ViewInput,
): Promise<StoredVerdict[][]> {
  const fitted = attacks.flatMap(({ name }) => {
    const stored = models[name] as StoredModel;
    return 'error' in stored ? [] : [stored.model];
  });
  const decide = verdictsBy(fitted, units, releaseView(input));
  const isMeaningless = units.groups.map((group) => input.labels === undefined && isCoded(group));
  const all: StoredVerdict[][] = [];
  for (const { name, decision } of attacks) {
    const stored = models[name] as StoredModel;
    let verdicts: readonly StoredVerdict[];
    try {
      verdicts = 'error' in stored ? units.groups.map(() => ({ kind: 'errored', ...stored })) : await decide(stored.model, decision);
    } catch (error) {
      if (input.faults.isOne(error)) throw error;
      input.failed?.(name, error);
      verdicts = units.groups.map(() => ({ kind: 'errored', error: failureName(error) }));
    }
    all.push(verdicts.map((verdict, at) => (isMeaningless[at] ? UNLABELLED : verdict)));
  }
  return all;
}

/** Where the attack that was to lead cannot be computed, such as on a release too small to practise on, the next one leads. */
export async function leadOf({ release, all, leading }: AttackSet, work: BlobStore): Promise<number> {
  const details = await readDetails(work, release);
  const isSilent = ({ name }: LearnedIdentity): boolean => {
    const own = details.get(name) ?? null;
    return own === null || 'reason' in own;
  };
  let lead = leading;
  while (lead < release.length && isSilent(release[lead])) lead += 1;
  return Math.min(lead, all.length - 1);
}
