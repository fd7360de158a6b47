import type fc from 'fast-check';
import * as z from 'zod';
import { PROVIDERS } from '../../../shared/adapters/providers/providers.ts';
import { auditRequest, portableRequest } from '../../../shared/contracts/audit-request.ts';
import { campaignAdmission } from '../../../shared/contracts/campaign.ts';
import { admission, auditReference, droppedObject, slicesPointer } from '../../../shared/contracts/execution.ts';
import { parseContract } from '../../../shared/contracts/parse.ts';
import { campaignAudits } from '../../../shared/pipeline/cloud/campaign.ts';
import { dropAt } from '../../../shared/pipeline/cloud/drop.ts';
import type { SourceAnswer } from '../../../shared/ports/live-source.ts';
import { Defect, type FuzzReader, mustBeFinite, mustRoundTrip, readOrRefused } from './reader.ts';
import * as grammar from './request-grammars.ts';

const ofValues = (name: string, inputs: fc.Arbitrary<unknown>, read: (value: unknown) => void | Promise<void>): FuzzReader => ({
  name,
  inputs,
  run: (input) => readOrRefused(() => read(input)),
});

/** A contract's value is of its contract, and means the same again. */
async function again<S extends z.ZodType>(schema: S, value: unknown): Promise<z.output<S>> {
  const read = parseContract(schema, value);
  await mustRoundTrip(read, () => parseContract(schema, JSON.parse(JSON.stringify(read))));
  return read;
}

function mustBeAnswer(answer: SourceAnswer): void {
  if (answer.kind === 'count') mustBeFinite('a count', [answer.count]);
  else if (answer.kind !== 'not expressible' && answer.kind !== 'unavailable')
    throw new Defect(`an answer of kind ${String((answer as SourceAnswer).kind)}`);
}

/** As start-audit reads it: S3 adds fields to its events. */
const created = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });
const MACHINE = [auditReference, slicesPointer, droppedObject, admission, campaignAdmission] as const;

export const REQUEST_READERS: readonly FuzzReader[] = [
  ofValues('audit request', grammar.auditRequest, async (value) => {
    portableRequest(await again(auditRequest, value));
  }),
  ofValues('campaign', grammar.campaign, (value) => {
    for (const each of campaignAudits(JSON.stringify(value), 'campaign.json', ['wordnet'])) portableRequest(each);
  }),
  ofValues('provider answers', grammar.providerAnswer, (value) => {
    for (const provider of PROVIDERS.values()) for (const read of [provider.readCount, provider.readSize]) mustBeAnswer(read(value));
  }),
  ofValues('bucket events', grammar.bucketEvent, (value) => {
    const { success, data } = created.safeParse(value);
    if (!success) return;
    for (const teams of [[], ['team']]) {
      const dropped = dropAt(data.detail.object.key, teams);
      if (dropped.kind !== 'drop') continue;
      const { drop } = dropped;
      if (!drop.folder.startsWith(teams.length === 0 ? 'inbox/' : 'inbox/team/')) throw new Defect(`a drop of the folder ${drop.folder}`);
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(drop.name)) throw new Defect(`a drop of the name ${drop.name}`);
    }
  }),
  ofValues('state-machine inputs', grammar.machineInput, async (value) => {
    let refused: unknown = null;
    for (const schema of MACHINE) {
      try {
        await again(schema, value);
        return;
      } catch (error) {
        if (error instanceof Defect) throw error;
        refused = error;
      }
    }
    throw refused;
  }),
];
