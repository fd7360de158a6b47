import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { DistributedMap, Json, JsonObject } from './definition.ts';
import { fill } from './payload.ts';

/** The items of a distributed map, from its reader or its input. A stream, because a manifest may be larger than memory. */
export async function* readItems(map: DistributedMap, input: Json, context: Json, s3: S3Client): AsyncGenerator<Json> {
  const reader = map.ItemReader;
  if (reader === undefined) {
    const { items } = (await fill({ 'items.$': map.ItemsPath ?? '$' }, input, context)) as { readonly items: Json };
    if (!Array.isArray(items)) throw new Error('the items of a map are not a list');
    yield* items as Json[];
    return;
  }
  const at = (await fill(reader.Parameters, input, context)) as { readonly Bucket: string; readonly Key: string; readonly Prefix?: string };
  let left = reader.ReaderConfig?.MaxItems ?? Number.POSITIVE_INFINITY;
  for await (const item of source(reader.Resource, reader.ReaderConfig?.InputType, at, s3)) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}

function source(
  resource: string,
  type: string | undefined,
  at: { readonly Bucket: string; readonly Key: string; readonly Prefix?: string },
  s3: S3Client,
): AsyncGenerator<Json> {
  if (resource === 'arn:aws:states:::s3:listObjectsV2') return listed(at, s3);
  if (resource === 'arn:aws:states:::s3:getObject' && type === 'JSONL') return lines(at, s3);
  if (resource === 'arn:aws:states:::s3:getObject' && type === 'JSON') return entries(at, s3);
  throw new Error(`the local engine has no reader for ${resource} ${type ?? ''}`);
}

async function* listed(
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix?: string },
  s3: S3Client,
): AsyncGenerator<JsonObject> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
    for (const { Key = '', Size = 0, ETag = '' } of Contents) yield { Key, Size, Etag: ETag };
  }
}

async function* entries(at: { readonly Bucket: string; readonly Key: string }, s3: S3Client): AsyncGenerator<Json> {
  const { Body } = await s3.send(new GetObjectCommand(at));
  yield* JSON.parse((await Body?.transformToString()) ?? '[]') as Json[];
}

async function* lines(at: { readonly Bucket: string; readonly Key: string }, s3: S3Client): AsyncGenerator<Json> {
  const { Body } = await s3.send(new GetObjectCommand(at));
  const decoder = new TextDecoder();
  let held = '';
  for await (const piece of Body as AsyncIterable<Uint8Array>) {
    const parts = (held + decoder.decode(piece, { stream: true })).split('\n');
    held = parts.pop() ?? '';
    for (const part of parts) if (part !== '') yield JSON.parse(part) as Json;
  }
  if (held !== '') yield JSON.parse(held) as Json;
}
