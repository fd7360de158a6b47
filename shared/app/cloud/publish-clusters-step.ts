import type { PlacementModel } from '../../core/attack/placement/placement-model.ts';
import type { KmBreakage } from '../../core/measure/disassociated/km-breakage.ts';
import { practiceNotices } from '../../kinds/disassociated/learn/learn-placements.ts';
import { addClusters } from '../../kinds/disassociated/measure/add-clusters.ts';
import type { ClusterSliceFigures } from '../../kinds/disassociated/measure/measure-clusters.ts';
import type { ReleaseFindings } from '../../kinds/disassociated/measure/release-findings.ts';
import { statingAttack } from '../../kinds/disassociated/measure/write-cluster-slice.ts';
import { finishDisassociated } from '../../kinds/disassociated/publish/finish-disassociated.ts';
import { readWholeRelease } from '../../kinds/disassociated/read/cluster-store.ts';
import { SlicesOfPeople } from '../audit/people/finish-people.ts';
import { figuresKey } from '../audit/plan/units.ts';
import { readJson } from '../blobs/json-lines.ts';
import type { AuditFolder } from './audit-folder.ts';
import { BREAKAGE, exposedKey, FINDINGS, PLACEMENT_MODEL } from './cluster-keys.ts';
import { fetchedBy } from './fetched.ts';
import { failuresOf } from './map-run.ts';
import { auditIdentity, lostNotice, type PublishAnswer, type PublishPorts, resultPorts } from './publish-step.ts';
import { readSought } from './sought.ts';

/** Says which clusters are missing, then writes all results; `_SUCCESS.json` last. */
export async function publishClustersStep(folder: AuditFolder, ports: PublishPorts): Promise<PublishAnswer> {
  const admitted = await folder.admission();
  const { request, read, attacks, sources } = await folder.plannedClusters();
  const slices: ClusterSliceFigures[] = [];
  for (let slice = 0; slice < read.slices; slice += 1) slices.push(await readJson(folder.store, figuresKey(slice)));
  const people = new SlicesOfPeople();
  if (statingAttack(attacks) >= 0)
    for (let slice = 0; slice < read.slices; slice += 1) people.add(await readJson(folder.store, exposedKey(slice)));
  const totals = addClusters(attacks.length, slices);
  const { lost } = totals;
  const model = attacks.some(({ learns }) => learns) ? await readJson<PlacementModel>(folder.store, PLACEMENT_MODEL) : null;
  const lostClusters =
    lost.length === 0 ? [] : [lostNotice('clusters', lost, await failuresOf(folder.store, 'runs/clusters/', ports.prefix))];
  const pinned = await folder.embeddings();
  // Where vectors relate the items, no live source was asked.
  const fetched = await fetchedBy(folder, pinned === null ? await folder.sources() : []);
  const outcome = await finishDisassociated(
    {
      request,
      name: admitted.name,
      release: await readWholeRelease(folder.store, read),
      warnings: read.warnings,
      given: { original: read.original, vectors: pinned !== null },
      measured: read.measured,
      attacks,
      sources,
      identity: auditIdentity(admitted, request, ports),
      started: new Date(admitted.admittedAt),
      slices: read.slices,
      notices: [...fetched.notices, ...(model === null ? [] : practiceNotices(model)), ...lostClusters],
      counts: [...(await readSought(folder)), ...fetched.counts],
    },
    {
      totals,
      findings: await readJson<ReleaseFindings>(folder.store, FINDINGS),
      breakage: await readJson<(KmBreakage | null)[] | null>(folder.store, BREAKAGE),
      people,
    },
    await resultPorts(folder, admitted, ports),
  );
  return { lostUnits: lost.length, notices: outcome.notices.length, gate: 'none' };
}
