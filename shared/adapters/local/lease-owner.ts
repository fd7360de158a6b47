import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Names this process as the holder of leases: machine, process id, start of the process, a nonce. Another process on the same machine can see that the
 * holder is dead and take over at once, instead of waiting until the lease expires.
 */
export const leaseOwner = (): string => `${hostname()}/${process.pid}/${startOf(process.pid) ?? '?'}/${randomUUID()}`;

/** False only if the holder is known to be dead. One on another machine counts as alive until its lease expires. */
export function isAlive(owner: string): boolean {
  const [machine, pid, start] = owner.split('/');
  if (machine !== hostname() || pid === undefined) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const now = statOf(pid);
  // One that has ended keeps its id until somebody asks how it ended, which may be never. And the id may belong to another process by now.
  return now === null || (now.state !== 'Z' && (start === '?' || now.start === start));
}

/** Start of a process in ticks since boot, on Linux; elsewhere null. By the name `self` a confined process may read its own. */
export const startOf = (pid: number): string | null => statOf(pid === process.pid ? 'self' : String(pid))?.start ?? null;

function statOf(process: string): { readonly state: string; readonly start: string | null } | null {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The command's name, in brackets, may contain spaces: count the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], start: fields[19] ?? null };
  } catch {
    return null;
  }
}
