import type { Stack } from '../../cli/cloud/stack.ts';
import { type CloudOptions, type LocalCloud, startCloud } from '../../cloud-local/cloud.ts';
import { stackTemplates } from '../../cloud-local/snapshot.ts';
import { pushIndex, pushNouns } from '../../shared/adapters/aws/push-source.ts';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { wordnetIndex } from '../../shared/adapters/local/wordnet.ts';
import { wordnetNounFiles } from '../../shared/adapters/local/wordnet-nouns.ts';
import { seeded, shuffle } from '../../shared/core/random/random.ts';
import type { BlobStore } from '../../shared/ports/blob-store.ts';

/** The whole cloud on loopback, with WordNet pushed to it: about as long as a synthesis takes. One in a test file. */
export async function cloudWithWordnet(options: CloudOptions = {}, settings: Readonly<Record<string, unknown>> = {}): Promise<LocalCloud> {
  const cloud = await startCloud(await stackTemplates(settings), options);
  await pushWordnet(cloud);
  return cloud;
}

export async function pushWordnet(cloud: LocalCloud): Promise<void> {
  const bytes = await wordnetIndex({ plurals: 'exact', segmenter: null });
  await pushIndex(cloud.s3, cloud.environment['ASSETS_BUCKET'] ?? '', 'wordnet', { head: bytes, size: bytes.length, bytes });
  await pushNouns(cloud.s3, cloud.environment['ASSETS_BUCKET'] ?? '', wordnetNounFiles());
}

/** Settings of a stack with teams: synthesised once for all files that use it. Counts are kept whatever they cost. */
export const TEAMS = { teams: ['cardiology', 'oncology'], keepCountsUsd: 1_000 } as const;

export const bucketOf = (cloud: LocalCloud, name: 'INBOX' | 'WORK' | 'RESULTS' | 'ASSETS'): BlobStore =>
  new S3BlobStore(cloud.s3, { bucket: cloud.environment[`${name}_BUCKET`] ?? '' });

/** The outputs of the stack, as the command line reads them from the file of a deployment. */
export const stackOf = ({ deployed }: LocalCloud): Stack => deployed.outputs as unknown as Stack;

export { comparedName, isCompared } from '../../scripts/compare-results.ts';

const WORDS =
  'knee injury heart disease fever cough asthma diabetes stroke cancer tumor lung liver kidney brain skin eye ear nose throat bone muscle nerve blood vein artery virus bacteria infection allergy migraine anxiety depression insomnia fatigue nausea ulcer rash burn fracture sprain wound bruise swelling pain headache toothache pneumonia bronchitis influenza measles mumps malaria cholera typhoid plague leprosy polio tetanus rabies anemia leukemia lymphoma melanoma hepatitis cirrhosis nephritis gout arthritis osteoporosis epilepsy dementia autism obesity anorexia bulimia eczema psoriasis acne scabies'.split(
    ' ',
  );

export interface SmallDataset {
  readonly release: string;
  readonly original: string;
  /** Items that tests look for where none may be. */
  readonly items: readonly string[];
}

/** Generalised items of 2 or 3 members over 90 transactions, from words that WordNet knows. */
export function smallDataset(seed = 'workflow', groupCount = 16): SmallDataset {
  const random = seeded(seed);
  const words = shuffle([...WORDS], random);
  const sensitive = Array.from({ length: groupCount }, (_, at) => words.slice(at * 3, at * 3 + 2 + (at % 2)));
  const context = words.slice(groupCount * 3);
  const release: string[] = [];
  const original: string[] = [];
  for (let at = 0; at < 90; at += 1) {
    const own = shuffle([...context], random).slice(0, 3);
    const groups = [at % groupCount, (at * 7 + 3) % groupCount].filter((group, place, all) => all.indexOf(group) === place);
    const kept = groups.map((group) => sensitive[group][random.below(sensitive[group].length)]);
    release.push([own[0], ...groups.map((group) => `(${(sensitive[group]).join(', ')})`), own[1], own[2]].join(', '));
    original.push([own[0], ...kept, own[1], own[2]].join(', '));
  }
  return { release: `${release.join('\n')}\n`, original: `${original.join('\n')}\n`, items: WORDS.filter((word) => word.length > 4) };
}
