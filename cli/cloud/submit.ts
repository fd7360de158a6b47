import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { currentSource } from '../../shared/adapters/aws/s3-sources.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { admit, namedBeside } from '../../shared/app/cloud/admit.ts';
import { dropOf, homeOf } from '../../shared/app/cloud/drop.ts';
import type { AuditRequest } from '../../shared/contracts/audit-request.ts';
import { vectorsName } from '../../shared/contracts/sources.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { withConstraints } from '../audit/inputs.ts';
import { fileDigest } from '../file-digest.ts';
import { readTextFile } from '../read-text-file.ts';
import { type Stack, s3Client } from './stack.ts';

/** The drop of a request: its files under their own names, the request that names them last, since it is what starts the audit. */
export async function submit(stack: Stack, given: AuditRequest, name: string, team: string | null = null): Promise<string> {
  const client = s3Client();
  const request = await withConstraints(given);
  const { release, original, labels, roles, buckets, external, otherRelease } = request;
  const files = { release, original, labels, roles, buckets, external, other: otherRelease?.file };
  const named = Object.entries(files).flatMap(([role, path]) => (path === undefined ? [] : [[role, path, basename(path)] as const]));
  // What those name in turn, such as hierarchies, keeps the name that they call it by.
  for (const path of await namedBeside(request, KINDS, async (file) => readTextFile(file)))
    if (!named.some(([, each]) => each === path)) named.push(['', path, basename(path)]);
  if (new Set(named.map(([, , file]) => file)).size < named.length)
    throw new BadInput('the files that a request names need different file names');
  const folder = `${homeOf(team)}${name}/`;
  // Word vectors go by the name under which they were pushed.
  const vectors = request.embeddings === undefined ? {} : { embeddings: vectorsName(request.embeddings) };
  const asked = {
    ...request,
    ...vectors,
    name,
    ...Object.fromEntries(named.flatMap(([role, , file]) => (role === '' || role === 'other' ? [] : [[role, file]]))),
  };
  if (otherRelease !== undefined) asked.otherRelease = { ...otherRelease, file: basename(otherRelease.file) };
  const text = `${JSON.stringify(asked, null, 1)}\n`;
  const paths = new Map(named.map(([, path, file]) => [`${folder}${file}`, path]));
  const drop = dropOf(`${folder}audit.json`, team === null ? [] : [team]);
  if (drop === null) throw new BadInput(`"${name}" is no name for a drop`);
  // What the starter will find, seen before anything is sent: the same mistakes with the same messages, and the same id.
  const { admission } = await admit(
    drop,
    {
      bucket: stack.Inbox,
      text: async ({ key }) => (key === `${folder}audit.json` ? text : readTextFile(paths.get(key) ?? key)),
      async pin(key) {
        if (key === `${folder}audit.json`) return { key, versionId: null, sha256: digest(Buffer.from(text)) };
        const path = paths.get(key);
        return path === undefined ? null : { key, versionId: null, sha256: await fileDigest(path) };
      },
    },
    new Date(),
    {
      sources: request.sources,
      egress: null,
      kinds: KINDS,
      mustHold: (spec) => currentSource(client, stack.Assets, spec),
    },
  );
  const inbox = new S3BlobStore(client, { bucket: stack.Inbox });
  for (const [key, path] of paths) await inbox.write(key, await fileBytes(path));
  await inbox.write(`${folder}audit.json`, Buffer.from(text));
  return admission.auditId;
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
