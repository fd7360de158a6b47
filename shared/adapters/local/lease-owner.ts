import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Names this process as the holder of leases: machine, process id, when the process began, a nonce. The first three let
 * another process of the same machine see that the holder is dead and take over at once, instead of waiting the lease out.
 */
export const leaseOwner = (): string => `${hostname()}/${process.pid}/${startOf(process.pid) ?? '?'}/${randomUUID()}`;

/** False only when the holder is known to be dead; one on another machine counts as alive until its lease runs out. */
export function isAlive(owner: string): boolean {
  const [machine, pid, start] = owner.split('/');
  if (machine !== hostname() || pid === undefined) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // The id may have been given to another process since.
  const now = startOf(Number(pid));
  return now === null || start === '?' || now === start;
}

/** Linux says when a process began, in ticks since boot; elsewhere it is not known. */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the command, in brackets, may hold spaces: count the fields after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
