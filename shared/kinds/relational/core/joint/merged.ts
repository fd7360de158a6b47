import type { Linked } from '../attack/linking.ts';
import type { Component } from './component.ts';
import type { JointPart } from './parts.ts';
import type { RowTypes } from './row-types.ts';

/** Classes of a part whose members are known, as many as their rows and nowhere else, and of several quasi-identifiers. */
export function mergedIn(
  { persons, types }: JointPart,
  { left, right }: Linked,
  cellsOf: readonly Int32Array[],
  { cells, sizes }: RowTypes,
): Component['merged'] {
  const rows = new Map<number, number>();
  for (const type of types) rows.set(cells[type], (rows.get(cells[type]) ?? 0) + sizes[type]);
  const members = new Map<number, number[]>();
  const shared = new Set([right.count]);
  for (const [at, person] of persons.entries()) {
    const own = cellsOf[left.of[person]];
    for (const cell of own) members.set(cell, [...(members.get(cell) ?? []), at]);
    if (own.length > 1) for (const cell of own) shared.add(cell);
  }
  return [...members].flatMap(([cell, own]) => {
    if (shared.has(cell) || own.length !== rows.get(cell)) return [];
    const subgroups = [...Map.groupBy(own, (at) => left.of[persons[at]]).values()];
    return subgroups.length > 1 ? [subgroups] : [];
  });
}
