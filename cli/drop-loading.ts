import { flushCompileCache } from 'node:module';

/** Drops the permissions that only loading the program's own code needs, before any file of others is read. */
export function dropLoading(): void {
  // Not every Node 24 can drop permissions, and the types lack `drop`.
  const permission = process.permission as { drop?(scope: string, path?: string): void } | undefined;
  if (permission === undefined) return;
  flushCompileCache();
  const code = process.env['NODE_COMPILE_CACHE'];
  if (code !== undefined) permission.drop?.('fs.write', code);
  permission.drop?.('worker');
}
