import type { Method } from './method.ts';

/** One line a method; its options stand in the help of `unveil anonymise`. */
export const METHODS: Readonly<Record<string, () => Promise<{ readonly method: Method }>>> = {
  coat: () => import('./coat.ts'),
  km: () => import('./km.ts'),
  disassociate: () => import('./disassociate.ts'),
};
