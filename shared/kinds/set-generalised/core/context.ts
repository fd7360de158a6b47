import { type Entry, isGeneralised } from '../../../core/model/transaction.ts';

/** `nearest`: the w nearest single items. `all`: all single items. `conjunctive`: all of them in one AND query. */
export type ContextRule = { readonly kind: 'nearest'; readonly w: number } | { readonly kind: 'all' } | { readonly kind: 'conjunctive' };

/**
 * The context items of the generalised item at `entry`. Distance counts entries: another generalised item is no context,
 * but it takes a place. `nearest` answers nearest first, at equal distance the earlier one; the others in published order.
 */
export function contextOf(items: readonly Entry[], entry: number, rule: ContextRule): string[] {
  if (rule.kind !== 'nearest') return items.filter((item) => typeof item === 'string');
  const context: string[] = [];
  const take = (item: Entry | undefined): void => {
    if (item !== undefined && !isGeneralised(item) && context.length < rule.w) context.push(item);
  };
  const furthest = Math.max(entry, items.length - 1 - entry);
  for (let distance = 1; distance <= furthest && context.length < rule.w; distance += 1) {
    take(items[entry - distance]);
    take(items[entry + distance]);
  }
  return context;
}
