// Part of `npm test`: one axis of `bench -- growth` at two sizes. It is the axis along which audits once grew with the cube, and nothing noticed.
import type { Bench } from '../bench.ts';
import { auditCosts } from './audit-costs.ts';
import { barOf } from './judge.ts';

const SIZES = [400, 1_600] as const;

export const bench: Bench = async () => {
  const [small, large] = SIZES.map((rows) => auditCosts({ others: 0, groups: 4, rows, members: 4, context: 8, sources: 0 }));
  return [...(large?.steps ?? [])].flatMap(([step, cost]) =>
    barOf({ axis: 'rows of each of 4 groups', step, sizes: [0, ...SIZES], costs: [0, small?.steps.get(step) ?? 0, cost] }),
  );
};
