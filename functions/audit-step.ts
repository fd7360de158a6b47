import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../shared/adapters/aws/s3-blob-store.ts';
import { auditReference } from '../shared/contracts/execution.ts';
import { handlerOf } from '../shared/lambda/handler.ts';
import { AuditFolder } from '../shared/pipeline/cloud/audit-folder.ts';
import { ENVIRONMENTS } from './environments.ts';

type Environments = typeof ENVIRONMENTS;
/** Functions with access to the folder of an audit in the work bucket. */
type Step = {
  [Name in keyof Environments]: z.output<Environments[Name]> extends { WORK_BUCKET: string } ? Name : never;
}[keyof Environments];
type Run = Parameters<typeof handlerOf>[1];

export const s3 = new S3Client({});

/** A function that works on one audit. `input`: what it gets in addition to the audit. */
export function auditStep<Name extends Step, Input extends z.ZodRawShape, Out>(
  name: Name,
  input: Input,
  run: (
    input: z.output<z.ZodObject<Input>> & { readonly audit: z.output<typeof auditReference> },
    invocation: Omit<Parameters<Run>[1], 'environment'> & {
      readonly environment: z.output<Environments[Name]>;
      readonly folder: AuditFolder;
      /** Prefix of the folder in the work bucket. */
      readonly prefix: string;
    },
  ) => Promise<Out>,
) {
  const step = { name, input: z.strictObject({ audit: auditReference, ...input }), environment: ENVIRONMENTS[name] };
  return handlerOf(step, (given, invocation) => {
    const environment = invocation.environment as z.output<Environments[Name]>;
    const prefix = `audits/${(given as { readonly audit: z.output<typeof auditReference> }).audit.auditId}/`;
    const store = new S3BlobStore(s3, { bucket: environment.WORK_BUCKET, prefix });
    return run(given as never, { ...invocation, environment, folder: new AuditFolder(store, invocation.failed), prefix });
  });
}
