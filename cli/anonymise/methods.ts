import type { FileMethod, Method } from './method.ts';

/** One line a method; its options stand in the help of `unveil anonymise`. */
export const METHODS: Readonly<Record<string, () => Promise<{ readonly method: Method | FileMethod }>>> = {
  coat: () => import('./coat.ts'),
  km: () => import('./km.ts'),
  disassociate: () => import('./disassociate.ts'),
  'k-degree': () => import('./k-degree.ts'),
  'query-log': () => import('./query-log.ts'),
  'cloak-fixed': async () => (await import('./cloak.ts')).fixed,
  'cloak-adaptive': async () => (await import('./cloak.ts')).adaptive,
  'cloak-strict': async () => (await import('./cloak.ts')).strict,
  cahd: () => import('./cahd.ts'),
  local: () => import('./local.ts'),
  't-plausible': () => import('./t-plausible.ts'),
  'k-safe': () => import('./k-safe.ts'),
  'k-confusable': () => import('./k-confusable.ts'),
};
