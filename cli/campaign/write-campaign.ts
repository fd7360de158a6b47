import { join } from 'node:path';
import type { CampaignResult } from '../../shared/contracts/campaign-result.ts';
import { renderCampaign } from '../../shared/report/campaign-page.ts';
import { writeAtomically } from '../write-atomically.ts';

/** `campaign-result.json` and its page. */
export async function writeCampaign(result: CampaignResult, path: string): Promise<void> {
  await writeAtomically(join(path, 'campaign-result.json'), [`${JSON.stringify(result, null, 1)}\n`]);
  await writeAtomically(join(path, 'campaign.html'), [renderCampaign(result)]);
}
