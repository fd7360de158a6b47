import { DescribeExecutionCommand, ExecutionDoesNotExist, SFNClient } from '@aws-sdk/client-sfn';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { readJson } from '../../shared/app/blobs/json-lines.ts';
import type { Admission, Rejection } from '../../shared/contracts/execution.ts';
import { type Stack, s3Client } from './stack.ts';

export interface AuditStatus {
  readonly status: string;
  /** What the laptop would have printed, of a drop that cannot be used; the name of the error of an audit that failed. */
  readonly reason: string | null;
}

export async function statusOf(stack: Stack, auditId: string): Promise<AuditStatus> {
  const executionArn = `${stack.Machine.replace(':stateMachine:', ':execution:')}:${auditId}`;
  const states = new SFNClient({});
  try {
    const { status = 'UNKNOWN', error } = await states.send(new DescribeExecutionCommand({ executionArn }));
    if (error !== 'BadInput') return { status: status.toLowerCase(), reason: error ?? null };
    const { rejectionKey } = await admissionOf(stack, auditId);
    const rejection = await readJson<Rejection>(new S3BlobStore(s3Client(), { bucket: stack.Inbox }), rejectionKey);
    return { status: 'rejected', reason: rejection.message };
  } catch (caught) {
    if (caught instanceof ExecutionDoesNotExist) return { status: 'not started', reason: null };
    throw caught;
  }
}

export const admissionOf = (stack: Stack, auditId: string): Promise<Admission> =>
  readJson<Admission>(new S3BlobStore(s3Client(), { bucket: stack.Work, prefix: `audits/${auditId}/` }), 'admission.json');
