import { gunzip } from '../../../../shared/adapters/node/gunzip.ts';
import { auditRequest } from '../../../../shared/contracts/audit-request.ts';
import { KINDS } from '../../../../shared/kinds/registry.ts';
import type { Outcome } from '../../../../shared/kit/kind.ts';
import type { PlainOutcome } from '../../../../shared/kit/plain/publish.ts';
import { openFile, type SourceFile } from '../../../../shared/kit/read/read-release.ts';
import { kindOf } from '../../../../shared/pipeline/audit/kind-of.ts';
import { runAudit } from '../../../../shared/pipeline/audit/run-audit.ts';
import { jsonTables } from '../../../../shared/pipeline/text-tables.ts';
import type { HitCounter } from '../../../../shared/ports/hit-counter.ts';
import { IDENTITY, memoryPorts } from '../../../helpers/audits.ts';

/** Files of one audit as texts. */
export interface WholeAudit {
  readonly release: string;
  readonly original: string | null;
  /** Other files that the request names, by their paths. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly request: { readonly kind: string } & Readonly<Record<string, unknown>>;
  readonly sources?: readonly HitCounter[];
}

/** A whole audit of texts, from its first byte to its tables, without a file or a clock. */
export async function auditTexts({
  release,
  original,
  beside = {},
  request,
  sources = [],
}: WholeAudit): Promise<Readonly<Record<string, string>>> {
  const { ports, files } = memoryPorts();
  const named = { release: 'release.jsonl', ...(original === null ? {} : { original: 'original.jsonl' }) };
  const parsed = auditRequest.parse({ ...named, ...request });
  const reading = { gunzip, encoding: parsed.encoding };
  const opened = await openFile(textFile('release.jsonl', release), reading);
  const kind = await kindOf(KINDS, parsed, opened);
  const given = await kind.open(
    {
      release: opened,
      original: original === null ? null : textFile('original.jsonl', original),
      reading,
      beside: (path) => Promise.resolve(textFile(path, beside[path] ?? '')),
    },
    parsed,
  );
  const outcome = await runAudit(
    kind,
    { request: parsed, name: 'whole', given, sources, embeddings: null, identity: () => IDENTITY },
    { ...ports, encoders: [jsonTables] },
  );
  return { ...files(), ...trialsOf(outcome) };
}

/** The figures that the page tells of each attack, in the form of a table. */
function trialsOf(outcome: Outcome): Readonly<Record<string, string>> {
  const { assessed } = outcome as Partial<PlainOutcome>;
  if (assessed === undefined) return {};
  const rows = assessed.trials.map(({ details, baseline, ...trial }) => ({
    ...trial,
    baseline_value: baseline?.value ?? null,
    details: JSON.stringify(details),
  }));
  return { 'trials.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const textFile = (name: string, text: string): SourceFile => ({ name, bytes: once(text) });
