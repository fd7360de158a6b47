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
  // The id may belong to another process by now.
  const now = startOf(Number(pid));
  return now === null || start === '?' || now === start;
}

/** Start of a process in ticks since boot, on Linux; elsewhere null. */
export function startOf(pid: number): string | null {
  try {
    // By this name a confined process may read its own.
    const stat = readFileSync(`/proc/${pid === process.pid ? 'self' : pid}/stat`, 'utf8');
    // The command's name, in brackets, may contain spaces: count the fields after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
