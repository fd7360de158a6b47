// Makes units of work of a release, and writes the manifests that point to them.
import { rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { currentNouns } from '../../shared/adapters/aws/s3-nouns.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { epochOf, liveVersion } from '../../shared/adapters/providers/provider.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import type { PlannedSource } from '../../shared/contracts/cloud-work.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { embeddingsSpec, mustBeOffered } from '../../shared/pipeline/cloud/offer.ts';
import { planStep } from '../../shared/pipeline/cloud/steps.ts';
import { auditStep, s3 } from '../audit-step.ts';

const pushed = new S3Sources(s3);

export const handler = auditStep(
  'plan-units',
  {},
  async ({ audit }, { environment: { INBOX_BUCKET, ASSETS_BUCKET, EGRESS }, folder, prefix, count }) => {
    try {
      const [request, admitted] = await Promise.all([folder.request(), folder.admission()]);
      // An earlier version admitted none. Egress is checked again: a redrive may come after the stack was told to allow less.
      const mustHold = async (spec: string) => admitted.sources[spec] ?? (await pushed.held(ASSETS_BUCKET, spec));
      const held = await mustBeOffered(request, { egress: EGRESS.split(','), mustHold });
      const sources: PlannedSource[] = [];
      for (const spec of request.sources) {
        const provider = PROVIDERS.get(spec);
        if (provider !== undefined) {
          sources.push({ spec, source: liveVersion(provider, epochOf(Date.parse(audit.day))), size: Number.NaN, index: null });
          continue;
        }
        const { id, version, ...index } = held[spec];
        const counter = await pushed.corpus(ASSETS_BUCKET, { spec, index });
        sources.push({ spec, source: { id, version }, size: await counter.size(), index });
      }
      const vectors = request.embeddings === undefined ? null : held[embeddingsSpec(request.embeddings)];
      const embeddings = vectors === null ? null : { id: vectors.id, key: vectors.key, size: vectors.size };
      const nouns = async () => (await currentNouns(s3, ASSETS_BUCKET)).key;
      const answer = await planStep(
        folder,
        KINDS,
        { sources, embeddings },
        { vectors: vectors && { id: vectors.id, version: vectors.version }, nouns },
        prefix,
      );
      count('Units', answer.units);
      return answer;
    } catch (error) {
      await rejectDrop(s3, INBOX_BUCKET, (await folder.admission()).rejectionKey, error);
      throw error;
    }
  },
);
