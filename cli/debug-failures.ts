import { failureName, toldOnce } from '../shared/core/verdict/failure.ts';
import type { AuditHome } from './audit/audit-files.ts';
import type { Terminal } from './command.ts';

/** With UNVEIL_DEBUG the stack of each attack that failed, message and all: it is the user's own terminal. */
export const debugFailures = (
  terminal: Pick<Terminal, 'err' | 'debug'>,
  env: NodeJS.ProcessEnv = process.env,
): Pick<AuditHome, 'failed'> =>
  env['UNVEIL_DEBUG'] === undefined
    ? {}
    : {
        failed: toldOnce((attack, error) =>
          (terminal.debug ?? terminal.err).write(
            `\n${attack} failed: ${error instanceof Error ? (error.stack ?? failureName(error)) : String(error)}\n`,
          ),
        ),
      };
