import type { CampaignFigures, CampaignFinding } from '../../shared/contracts/campaign-result.ts';
import type { Estimate } from '../../shared/contracts/report-data.ts';
import { ATTACKS } from '../../shared/contracts/tables/attacks.ts';
import { FINDINGS } from '../../shared/contracts/tables/findings.ts';
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
      found: lead === undefined ? await furthestAbove(folder) : null,
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

const FOUND = ['attack', 'about', 'figure', 'value', 'low', 'high', 'baseline', 'baseline_value', 'lift_low'] as const;

/** That which is surely furthest above what knows less, as far as an interval says so; else by the shares. */
async function furthestAbove(folder: string): Promise<CampaignFinding | null> {
  let best: { readonly found: CampaignFinding; readonly sure: number; readonly ahead: number } | null = null;
  for await (const row of tableRows(folder, FINDINGS, FOUND)) {
    const [value, less] = [figure(row.value), figure(row.baseline_value)];
    if (value === null || less === null) continue;
    const [sure, ahead] = [figure(row.lift_low) ?? 0, value - less];
    if (best !== null && (sure < best.sure || (sure === best.sure && ahead <= best.ahead))) continue;
    const attack = row.about === null ? String(row.attack) : `${row.attack} (${row.about})`;
    const share = { value, low: figure(row.low), high: figure(row.high) };
    best = { found: { attack, figure: String(row.figure), share, less: { name: String(row.baseline), value: less } }, sure, ahead };
  }
  return best?.found ?? null;
}

const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);
