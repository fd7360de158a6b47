// An audit at home that learns, in a process of its own: node learning-child.ts FOLDER RELEASE. Says how much the process held at most until learning
// ended, and what failed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditFiles } from '../../cli/audit/audit-files.ts';
import { auditRequest } from '../../shared/contracts/audit-request.ts';
import { QUIET } from '../../shared/ports/progress.ts';

const [folder = '', release = ''] = process.argv.slice(2);
const told = { peak: 0, seconds: 0, failed: '' };
let [step, began] = ['', 0];
const processor = (): number => process.cpuUsage().user / 1e6;
/** Of this process alone: on Linux what `resourceUsage` says begins with what the parent held. */
function peak(): number {
  const status = '/proc/self/status';
  if (!existsSync(status)) return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024;
}
const enter = (name: string): void => {
  if (step === 'learn') {
    told.peak = peak();
    told.seconds = processor() - began;
  }
  step = name;
  began = processor();
};
await auditFiles(auditRequest.parse({ release, attacks: ['calibrated'] }), {
  name: 'learning',
  out: join(folder, 'out'),
  progress: { ...QUIET, step: enter, end: () => enter('') },
  failed: (attack, error) => {
    told.failed = `${attack}: ${error instanceof Error ? error.message : String(error)}`;
  },
});
process.stdout.write(JSON.stringify(told));
