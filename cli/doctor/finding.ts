export interface Diagnosis {
  /** `missing`: of one's own choice, and not here; `mend`: something will fail, or does. */
  readonly kind: 'ok' | 'missing' | 'mend';
  readonly what: string;
  readonly found: string;
  /** What to do about it. */
  readonly remedy: string | null;
}

export const ok = (what: string, found: string): Diagnosis => ({ kind: 'ok', what, found, remedy: null });
export const missing = (what: string, found: string, remedy: string): Diagnosis => ({ kind: 'missing', what, found, remedy });
export const mend = (what: string, found: string, remedy: string): Diagnosis => ({ kind: 'mend', what, found, remedy });

export const size = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(1)} kB`;
