import type { UnitWords } from '../kind.ts';

export const CLUSTER_WORDS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not put back', named: 'numbers' };
