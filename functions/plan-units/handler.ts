// Makes units of work of a release, writes the manifests that point to them, pins the version of every source.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { rejectDrop } from '../../shared/adapters/aws/s3-drop.ts';
import { currentNouns } from '../../shared/adapters/aws/s3-nouns.ts';
import { currentSource, openS3Source, S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { epochOf, liveVersion } from '../../shared/adapters/providers/provider.ts';
import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { AuditFolder } from '../../shared/app/cloud/audit-folder.ts';
import { embeddingsSpec, mustBeOffered } from '../../shared/app/cloud/offer.ts';
import { planStep } from '../../shared/app/cloud/steps.ts';
import type { PlannedSource } from '../../shared/contracts/cloud-work.ts';
import { auditReference } from '../../shared/contracts/execution.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { environment } from './env.ts';

const s3 = new S3Client({});

export const handler = handlerOf(
  { name: 'plan-units', input: z.strictObject({ audit: auditReference }), environment },
  async ({ audit }, { environment: { INBOX_BUCKET, WORK_BUCKET, ASSETS_BUCKET, EGRESS }, count }) => {
    const prefix = `audits/${audit.auditId}/`;
    const folder = new AuditFolder(new S3BlobStore(s3, { bucket: WORK_BUCKET, prefix }));
    try {
      const request = await folder.request();
      const held = (spec: string) => currentSource(s3, ASSETS_BUCKET, spec);
      // Admission looked already; a redrive may come after the stack was told to allow less.
      await mustBeOffered(request, { sources: [], egress: EGRESS.split(','), mustHold: held });
      const sources: PlannedSource[] = [];
      for (const spec of request.sources) {
        const provider = PROVIDERS.get(spec);
        if (provider !== undefined) {
          sources.push({ spec, source: liveVersion(provider, epochOf(Date.parse(audit.day))), size: Number.NaN, index: null });
          continue;
        }
        const index = await held(spec);
        const counter = await openS3Source(s3, ASSETS_BUCKET, index);
        sources.push({ spec, source: counter.source, size: await counter.size(), index: { key: index.key, size: index.size } });
      }
      const embeddings = request.embeddings === undefined ? null : await held(embeddingsSpec(request.embeddings));
      const vectors = (await new S3Sources(s3).embeddings(ASSETS_BUCKET, embeddings))?.source ?? null;
      const nouns = async () => (await currentNouns(s3, ASSETS_BUCKET)).key;
      const answer = await planStep(folder, KINDS, { sources, embeddings }, { vectors, nouns }, prefix);
      count('Units', answer.units);
      return answer;
    } catch (error) {
      await rejectDrop(s3, INBOX_BUCKET, (await folder.admission()).rejectionKey, error);
      throw error;
    }
  },
);
