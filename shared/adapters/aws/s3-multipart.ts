import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { whileConflicting } from './s3-status.ts';

type Address = { readonly Bucket: string; readonly Key: string };

/** All parts or nothing: a failed upload is aborted, because invisible parts cost money. */
export async function uploadInParts(
  client: S3Client,
  at: Address,
  condition: { readonly IfNoneMatch?: string },
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array, void> | Iterator<Uint8Array, unknown>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'CRC32' }));
  const upload = { ...at, UploadId };
  const Parts: CompletedPart[] = [];
  const send = async (Body: Uint8Array): Promise<void> => {
    const PartNumber = Parts.length + 1;
    const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm: 'CRC32' }));
    Parts.push({ PartNumber, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) });
  };
  try {
    for (const part of first) await send(part);
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) await send(next.value);
    await whileConflicting(() => client.send(new CompleteMultipartUploadCommand({ ...upload, ...condition, MultipartUpload: { Parts } })));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}
