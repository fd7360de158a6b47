import type { CampaignFigures } from '../../shared/contracts/campaign-result.ts';
import { findAudit } from '../results/audit-folders.ts';
import { readConclusion } from '../results/read-conclusion.ts';

/** What a campaign says of an audit: its verdict, and the finding that leads it. */
export async function figuresOf(folder: string): Promise<{ readonly auditId: string; readonly figures: CampaignFigures }> {
  const { row, auditId } = await findAudit(folder, folder);
  const { verdict, text } = readConclusion(folder);
  const lead = verdict.ways.find(({ way }) => way === verdict.way)?.lead ?? null;
  return {
    auditId,
    figures: {
      kind: String(row.kind),
      people: Number(row.transactions),
      level: verdict.level,
      way: verdict.way,
      headline: text.headline,
      attack: lead === null ? null : lead.about === null ? lead.attack : `${lead.attack} (${lead.about})`,
      exposed: { value: lead?.exposed ?? null, low: lead?.interval?.low ?? null, high: lead?.interval?.high ?? null },
    },
  };
}
