import { disassociatedTwin } from './disassociated.ts';
import { graphTwin } from './graph.ts';
import { groupsTwin } from './groups.ts';
import { localTwin } from './local.ts';
import { placesTwin } from './places.ts';
import { queryLogTwin } from './query-log.ts';
import { relationalTwin } from './relational.ts';
import { sanitisedTextTwin } from './sanitised-text.ts';
import { setTwin } from './set-generalised.ts';
import type { WholeTwin } from './twin.ts';

export const TWINS: readonly WholeTwin[] = [
  setTwin,
  disassociatedTwin,
  relationalTwin,
  groupsTwin,
  localTwin,
  placesTwin,
  graphTwin,
  queryLogTwin,
  sanitisedTextTwin,
];
