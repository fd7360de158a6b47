import type { BlobStore } from '../../ports/blob-store.ts';

export function scopedStore(store: BlobStore, prefix: string): BlobStore {
  return {
    read: (key, range) => store.read(prefix + key, range),
    write: (key, body, options) => store.write(prefix + key, body, options),
    async info(key) {
      const info = await store.info(prefix + key);
      return info === null ? null : { ...info, key };
    },
    async *list(below) {
      for await (const { key, size } of store.list(prefix + below)) yield { key: key.slice(prefix.length), size };
    },
    remove: (key) => store.remove(prefix + key),
  };
}
