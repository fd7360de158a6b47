import * as z from 'zod';
import { type CommandOutput, count, text } from './common.ts';

// Output on audits in the cloud.

const campaignAudit = z.looseObject({ name: text, status: text, auditId: text.nullable(), reason: text.nullable() });

/** Null before the end of an audit, or if it is of an earlier version. */
const verdict = {
  verdict: text.nullable(),
  headline: text.nullable(),
  gate: z.looseObject({ open: z.boolean(), message: text }).nullable(),
};

export const CLOUD_OUTPUTS = {
  'cloud-submit': { value: z.strictObject({ id: text }), lines: false, about: 'the id of the audit or campaign' },
  'cloud-status': {
    value: z.union([
      z.strictObject({ id: text, status: text, reason: text.nullable(), ...verdict }),
      z.strictObject({ id: text, audits: z.array(campaignAudit).nullable(), error: text.nullable() }),
    ]),
    lines: false,
    about: 'of an audit, or of a campaign and its audits (null: not started)',
  },
  'cloud-redrive': {
    value: z.strictObject({ id: text, reason: text.nullable() }),
    lines: true,
    about: 'a line an audit; a reason is why it does not go on',
  },
  'cloud-results': {
    value: z.union([
      z.strictObject({ id: text, files: count, out: text, ...verdict }),
      z.strictObject({
        id: text,
        audits: z.array(campaignAudit.extend({ results: text.nullable() })),
        page: text.nullable(),
        error: text.nullable(),
      }),
    ]),
    lines: false,
    about: 'where the results are',
  },
  'cloud-push': { value: z.strictObject({ source: text, key: text }), lines: false, about: 'where the source went' },
  'cloud-doctor': { value: z.strictObject({ kind: z.enum(['ok', 'could', 'mend']), text }), lines: true, about: 'a line a finding' },
  'cloud-estimate': {
    value: z.strictObject({
      units: count,
      cells: count,
      pairs: count,
      cached: z.number(),
      services: z.array(z.strictObject({ service: text, dollars: z.number(), how: text })),
      dollars: z.number(),
      steps: z.array(z.strictObject({ step: text, seconds: z.number() })),
      idle_dollars_a_month: z.number(),
    }),
    lines: false,
    about: 'the price',
  },
  'cloud-purge': { value: z.strictObject({ deleted: count, kept: z.array(text) }), lines: false, about: 'versions deleted' },
} as const satisfies Readonly<Record<string, CommandOutput>>;
