import { plural } from '../../shared/app/audit/publish/text.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readPublishedLog } from '../../shared/core/query-log/log-file.ts';
import { logCheck } from '../../shared/kinds/query-log/check/check-log.ts';
import { tellsLog } from '../../shared/kinds/query-log/tells.ts';
import { ExitCode } from '../command.ts';
import type { StructureCheck } from './structure-check.ts';

/** Every set of intents is that of k users: all of a cluster have the same ones, which reading makes sure of. */
export const checkQueryLog: StructureCheck = {
  tells: tellsLog,
  async run({ name, bytes }, { k: asked, original, json, most }, terminal) {
    if (original !== null) throw new BadInput('a log is checked by itself; leave --original out');
    const { users, k: said } = await readPublishedLog(name, bytes);
    const k = asked ?? said;
    if (k === null) throw new BadInput('say what is claimed: --k 3', { file: name });
    const { thin, clusters } = logCheck({ users }, k);
    for (const { cluster, users: own } of json ? thin : thin.slice(0, most))
      terminal.out.write(
        json ? `${JSON.stringify({ rule: 'users', cluster, users: own, wanted: k })}\n` : `cluster ${cluster}: ${plural(own, 'user')}\n`,
      );
    if (!json)
      terminal.out.write(
        `${name}: ${plural(users.length, 'user')} in ${plural(clusters, 'cluster')}: ${thin.length === 0 ? '' : 'NOT '}at least ${k} users with each set of intents\n`,
      );
    return thin.length === 0 ? ExitCode.done : ExitCode.claimFalse;
  },
};
