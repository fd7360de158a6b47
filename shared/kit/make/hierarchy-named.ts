import type { CodeClass } from '../../core/codes/code-system.ts';
import { hierarchyOfItems } from '../../core/codes/of-items.ts';
import { hierarchyByDegree, hierarchyFromText } from '../../core/format/hierarchy-formats.ts';
import type { Hierarchy } from '../../core/model/hierarchy.ts';
import { itemHierarchy } from '../../core/model/hierarchy.ts';
import { wholeNumber } from '../option-values.ts';

interface Named {
  text(path: string): string;
  codes(named: string): readonly CodeClass[] | null;
}

/** The value of --hierarchy: a file, `degree:N` (a balanced tree over the items) or `codes:NAME`. */
export function hierarchyNamed(spec: string, items: readonly string[], { text, codes }: Named): Hierarchy {
  const [kind, degree = ''] = spec.split(':');
  if (kind === 'degree') return hierarchyByDegree(items, wholeNumber(degree, '--hierarchy degree:N', 2));
  const classes = codes(spec);
  return classes === null ? hierarchyFromText(text(spec), spec) : itemHierarchy(hierarchyOfItems(items, classes));
}
