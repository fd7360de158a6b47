import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { figuresIn } from '../../cli/campaign/run-campaign.ts';
import { makeStatement } from '../../cli/certify/make-statement.ts';
import { findAudit } from '../../cli/results/audit-folders.ts';
import type { Level } from '../../shared/core/verdict/verdict.ts';

/** Readers of an audit's results. */
interface Follower {
  readonly who: string;
  readonly level: Level;
}

/** The certificate and the campaign's row of the one audit in a folder of results. */
export async function followers(results: string): Promise<readonly Follower[]> {
  const [name = ''] = readdirSync(results);
  const folder = join(results, name);
  const statement = await makeStatement(await findAudit(folder, results), { signer: null, now: new Date(0) });
  const { figures } = await figuresIn(folder);
  return [
    { who: 'certificate', level: statement.conclusion.verdict.level },
    { who: 'campaign', level: figures.level },
  ];
}
