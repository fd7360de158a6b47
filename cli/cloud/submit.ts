import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { S3Sources } from '../../shared/adapters/aws/s3-sources.ts';
import { fileBytes } from '../../shared/adapters/local/file-bytes.ts';
import { type AuditRequest, FILE_KEYS } from '../../shared/contracts/audit-request.ts';
import { vectorsName } from '../../shared/contracts/sources.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { KINDS } from '../../shared/kinds/registry.ts';
import { admit } from '../../shared/pipeline/cloud/admit.ts';
import { dropOf, homeOf } from '../../shared/pipeline/cloud/drop.ts';
import { namedInTurn } from '../../shared/pipeline/identity/audit-identity.ts';
import { withConstraints } from '../audit/inputs.ts';
import { VERSION } from '../audit/version.ts';
import { fileDigest, readTextFile } from '../read-files.ts';
import { deployedVersion, type Stack, s3Client } from './stack.ts';

/** The drop of a request: its files under their own names, the request that names them last, since it is what starts the audit. */
export async function submit(stack: Stack, given: AuditRequest, name: string, team: string | null = null): Promise<string> {
  const client = s3Client();
  const sources = new S3Sources(client);
  const request = await withConstraints(given);
  const { otherRelease } = request;
  const files = [...FILE_KEYS.map((key) => [key, request[key]] as const), ['other', otherRelease?.file] as const];
  const named = files.flatMap(([role, path]) => (path === undefined ? [] : [[role as string, path, basename(path)] as const]));
  // Files that these name in turn, such as hierarchies, keep their names.
  for (const path of await namedInTurn(request, KINDS, async (file) => readTextFile(file)))
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
  // Does the starter's checks before anything is sent: the same mistakes give the same messages, and the id is the same.
  const { admission } = await admit(
    drop,
    {
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
      mustHold: (spec) => sources.held(stack.Assets, spec),
      unveilVersion: deployedVersion(stack) ?? VERSION,
    },
  );
  const inbox = new S3BlobStore(client, { bucket: stack.Inbox });
  for (const [key, path] of paths) await inbox.write(key, await fileBytes(path));
  await inbox.write(`${folder}audit.json`, Buffer.from(text));
  return admission.auditId;
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
