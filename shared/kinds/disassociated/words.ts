import type { UnitWords } from '../kind.ts';

export const CLUSTERS: UnitWords = { many: 'clusters', code: 'clusters', lost: 'as not put back', named: 'numbers' };
