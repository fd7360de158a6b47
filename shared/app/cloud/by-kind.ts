import type { PlanAnswer } from '../../contracts/execution.ts';
import type { AuditFolder, PlannedKnowledge } from './audit-folder.ts';
import { type ClusterKnowledge, learnPlacementsStep, planClustersStep } from './cluster-steps.ts';
import { publishClustersStep } from './publish-clusters-step.ts';
import { type PublishAnswer, type PublishPorts, publishStep } from './publish-step.ts';
import { type LearnPorts, learnStep, planStep } from './steps.ts';

/** Steps that the state machine shares between kinds of releases. */

export async function planByKind(
  folder: AuditFolder,
  knowledge: PlannedKnowledge,
  more: ClusterKnowledge,
  prefix: string,
): Promise<PlanAnswer> {
  const read = await folder.read();
  return read.kind === 'disassociated' ? planClustersStep(folder, knowledge, more, prefix) : planStep(folder, read, knowledge, prefix);
}

export const learnByKind = async (folder: AuditFolder, ports: LearnPorts): Promise<void> =>
  (await folder.read()).kind === 'disassociated' ? learnPlacementsStep(folder, ports) : learnStep(folder, ports);

export const publishByKind = async (folder: AuditFolder, ports: PublishPorts): Promise<PublishAnswer> =>
  (await folder.read()).kind === 'disassociated' ? publishClustersStep(folder, ports) : publishStep(folder, ports);
