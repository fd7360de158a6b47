import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A call of the system that succeeded, and the process that made it: threads count as theirs. */
export interface SystemCall {
  readonly process: number;
  readonly name: string;
  /** Between the brackets. */
  readonly asked: string;
  /** Its answer; for an opened file its path. */
  readonly answer: string;
}

const CALLS = 'openat,openat2,open,creat,rename,renameat,renameat2,link,linkat,fsync,fdatasync,clone,clone3,vfork,fork,execve';
/** Those that change a file system, besides. */
const CHANGES =
  'write,pwrite64,writev,pwritev,lseek,ftruncate,truncate,copy_file_range,sendfile,mkdir,mkdirat,unlink,unlinkat,rmdir,symlink,symlinkat';

interface Traced {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** With what is written to files, byte by byte. */
  readonly changes?: boolean;
  /** It may end with any code. */
  readonly fails?: boolean;
}

/** Runs a program under strace, with all that it starts, and answers its calls about files in their order. */
export function traced(log: string, argv: readonly string[], { cwd, env, changes = false, fails = false }: Traced): SystemCall[] {
  const what = ['-s', changes ? '67108864' : '4096', '-e', `trace=${CALLS}${changes ? `,${CHANGES}` : ''}`];
  const { status, stderr } = spawnSync('strace', ['-f', '-y', ...what, '-o', log, ...argv], { cwd, env, encoding: 'utf8' });
  if (status !== 0 && !fails) throw new Error(`it ended with ${status}: ${stderr}`);
  // Bytes as they are: names and contents need not be UTF-8.
  return callsIn(readFileSync(log, 'latin1'));
}

function callsIn(text: string): SystemCall[] {
  const owners = new Map<number, number>();
  const begun = new Map<number, string>();
  const calls: SystemCall[] = [];
  for (const line of text.split('\n')) {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const pid = Number(thread);
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(said);
    if (said.endsWith('<unfinished ...>')) {
      begun.set(pid, said.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const whole = resumed === null ? said : `${begun.get(pid) ?? ''}${resumed[1]}`;
    const [, name = '', asked = '', answer = ''] = /^(\w+)\((.*)\) += (.*)$/s.exec(whole) ?? [];
    if (name === '' || /^(?:-1|\?)/.test(answer)) continue;
    const process = owners.get(pid) ?? pid;
    const started = Number(/^\d+/.exec(answer)?.[0]);
    if (/^(?:clone|clone3|fork|vfork)$/.test(name)) owners.set(started, asked.includes('CLONE_THREAD') ? process : started);
    else calls.push({ process, name, asked, answer });
  }
  return calls;
}

/** The path behind the number of a file, as strace writes both. */
export const pathOf = (text: string): string => /^\d+<(.*?)(?: \(deleted\))?>/.exec(text)?.[1] ?? '';

/** The names that are given to a call. */
export const namesIn = (asked: string): string[] => [...asked.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name);
