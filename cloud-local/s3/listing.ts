import type { Bucket } from './objects.ts';
import { element, xmlDocument } from './xml.ts';

const text = (name: string, content: string | number | boolean): string => element(name, content, 'text');

/** ListObjectsV2: prefix, delimiter, start-after, continuation, and truncation at `max-keys`. */
export function listObjects(name: string, bucket: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (key: string) => key;
  const entries: string[] = [];
  const folders = new Set<string>();
  let last = '';
  let truncated = false;
  for (const key of bucket.keys(prefix, after)) {
    const version = bucket.current(key);
    if (version?.body == null) continue;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const folder = cut < 0 ? null : key.slice(0, cut + delimiter.length);
    if (folder !== null && (folders.has(folder) || after.startsWith(folder))) continue;
    if (entries.length + folders.size === most) {
      truncated = true;
      break;
    }
    last = folder ?? key;
    if (folder !== null) folders.add(folder);
    else {
      const facts = text('LastModified', version.modified.toISOString()) + text('ETag', `"${version.etag}"`);
      entries.push(element('Contents', text('Key', encode(key)) + facts + text('Size', version.body.length)));
    }
  }
  const head = [
    text('Name', name),
    text('Prefix', encode(prefix)),
    text('MaxKeys', most),
    text('KeyCount', entries.length + folders.size),
    text('IsTruncated', truncated),
    truncated ? text('NextContinuationToken', Buffer.from(last).toString('base64url')) : '',
  ];
  const common = [...folders].map((folder) => element('CommonPrefixes', text('Prefix', encode(folder))));
  return xmlDocument(element('ListBucketResult', [...head, ...entries, ...common].join('')));
}

/** ListObjectVersions, for purges. Truncates between keys. */
export function listVersions(name: string, bucket: Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const entries: string[] = [];
  let marker = query.get('key-marker') ?? '';
  let truncated = false;
  for (const key of bucket.keys(prefix, marker)) {
    if (entries.length >= most) {
      truncated = true;
      break;
    }
    marker = key;
    for (const [at, { id, body, etag, modified }] of bucket.history(key).entries()) {
      const facts = text('Key', key) + text('VersionId', id) + text('IsLatest', at === 0) + text('LastModified', modified.toISOString());
      entries.push(
        body === null ? element('DeleteMarker', facts) : element('Version', facts + text('ETag', `"${etag}"`) + text('Size', body.length)),
      );
    }
  }
  const head = [text('Name', name), text('IsTruncated', truncated), truncated ? text('NextKeyMarker', marker) : ''];
  return xmlDocument(element('ListVersionsResult', [...head, ...entries].join('')));
}
