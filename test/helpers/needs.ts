// Suites that need a program which npm does not bring. Where it is missing they are counted as skipped and named in the last lines of
// `npm test`; with UNVEIL_NEEDS=all, as .ci/run sets it, what is missing fails instead.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs by name, with the Debian packages that hold them. */
export const NEEDS = {
  ceph: { programs: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'curl'], packages: 'radosgw ceph-mon ceph-osd ceph-common curl' },
  qemu: { programs: ['qemu-aarch64'], packages: 'qemu-user libc6-arm64-cross libstdc++6-arm64-cross' },
  openssl: { programs: ['python3', 'openssl'], packages: 'python3 openssl' },
  strace: { programs: ['strace'], packages: 'strace' },
  java: { programs: ['java'], packages: 'default-jre-headless' },
} as const;

export function describeWith(need: keyof typeof NEEDS, title: string, body: () => void): void {
  const { programs, packages } = NEEDS[need];
  const missing = programs.filter((program) => !isOnPath(program));
  if (missing.length === 0) describe(title, body);
  else if (process.env['UNVEIL_NEEDS'] === 'all') {
    test(title, () => {
      throw new Error(`${missing.join(', ')} not found; install ${packages}`);
    });
  } else test.todo(`${title}: needs ${missing.join(', ')} (Debian: ${packages})`);
}

const isOnPath = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
