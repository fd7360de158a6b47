import { BadInput } from '../../../../core/model/bad-input.ts';
import { datafly } from './datafly.ts';
import { countRecords, failingRecords, rollUp } from './frequencies.ts';
import type { LossName, TableMethod } from './methods.ts';
import type { Recodable, Requirement } from './recodable.ts';
import { type FoundNode, mingen, samarati, searchLattice } from './search-lattice.ts';

interface Choice {
  readonly method: TableMethod;
  readonly limit: number;
  readonly loss: LossName;
  readonly accept: ((levels: readonly number[]) => boolean) | undefined;
}

/** The node that a method chooses; throws if none satisfies. */
export function chosenNode(data: Recodable, requirement: Requirement, { method, limit, loss, accept }: Choice) {
  if (method === 'datafly') {
    const { levels, steps, suppressed } = datafly(data, requirement, limit);
    if (suppressed > limit) throw refusal(suppressed, limit);
    return { levels, details: { steps: steps.length } };
  }
  if (method === 'samarati') {
    const { height, ofThatHeight, best } = samarati(data, requirement, limit);
    return { levels: nodeOf(best, data, requirement, limit), details: { height: height ?? 0, nodesOfThatHeight: ofThatHeight } };
  }
  const found = method === 'mingen' ? mingen(data, requirement, limit) : searchLattice(data, requirement, { limit, loss, accept });
  if (accept !== undefined && found.best.length === 0)
    throw new BadInput(
      'no generalisation keeps the share of every public class within the claim of delta-presence, and what else is claimed',
    );
  return {
    levels: nodeOf(found.best, data, requirement, limit),
    details: { nodes: found.nodes, satisfying: found.satisfying, minimal: found.minimal.length },
  };
}

function nodeOf([first]: readonly FoundNode[], data: Recodable, requirement: Requirement, limit: number): readonly number[] {
  if (first !== undefined) return first.levels;
  throw noNode(data, requirement, limit);
}

export function noNode(data: Recodable, requirement: Requirement, limit: number): BadInput {
  const tops = data.columns.map(({ hierarchy }) => hierarchy.top);
  const all = rollUp(data, countRecords(data, requirement), [...data.columns.keys()], tops);
  return refusal(failingRecords(data, all, requirement, data.rows), limit);
}

const refusal = (failing: number, limit: number): BadInput =>
  new BadInput(
    `no generalisation satisfies what is required: with every column at its top ${failing} records are in classes that fail, and ${limit} may be suppressed`,
  );
