import { checkGraph } from './check-graph.ts';
import { checkGroups } from './check-groups.ts';
import { checkLocal } from './check-local.ts';
import { checkPlaces } from './check-places.ts';
import { checkQueryLog } from './check-query-log.ts';
import { checkSanitisedText } from './check-sanitised-text.ts';
import type { StructureCheck } from './structure-check.ts';

export const STRUCTURE_CHECKS: readonly StructureCheck[] = [
  checkGroups,
  checkLocal,
  checkPlaces,
  checkGraph,
  checkQueryLog,
  checkSanitisedText,
];
