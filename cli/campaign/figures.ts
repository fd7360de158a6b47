import type { CampaignFigures } from '../../shared/contracts/campaign-result.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { ATTACKS } from '../../shared/contracts/tables/attacks.ts';
import { PEOPLE } from '../../shared/contracts/tables/people.ts';
import { findAudit, tableRows } from '../results/audit-folders.ts';

/** What a campaign says of an audit, from its tables. */
export async function figuresOf(folder: string): Promise<{ readonly auditId: string; readonly figures: CampaignFigures }> {
  const { row, auditId } = await findAudit(folder, folder);
  const [lead] = await leadingRow(folder);
  let [people, named] = [0, 0];
  for await (const { named_80 } of tableRows(folder, PEOPLE, ['named_80'])) {
    people += 1;
    if (Number(named_80) > 0) named += 1;
  }
  const rate = (name: 'precision' | 'recall' | 'f1'): Estimate => ({
    value: figure(lead?.[name]),
    low: figure(lead?.[`${name}_low`]),
    high: figure(lead?.[`${name}_high`]),
  });
  return {
    auditId,
    figures: {
      kind: String(row.kind),
      transactions: Number(row.transactions),
      attack: lead === undefined ? null : String(lead.attack),
      named80: people === 0 ? null : named / people,
      precision: rate('precision'),
      recall: rate('recall'),
      f1: rate('f1'),
    },
  };
}

const RATES = ['precision', 'precision_low', 'precision_high', 'recall', 'recall_low', 'recall_high', 'f1', 'f1_low', 'f1_high'] as const;

/** The first attack that is no baseline: the one whose attacked dataset is written. */
async function leadingRow(folder: string) {
  return (await Array.fromAsync(tableRows(folder, ATTACKS, ['attack', 'baseline', ...RATES]))).filter(({ baseline }) => baseline !== true);
}

const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);
