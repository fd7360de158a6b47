import { readText } from '../shared/adapters/local/documents.ts';
import type { Hierarchy } from '../shared/core/anonymise/km/hierarchy.ts';
import { hierarchyFromText } from '../shared/core/anonymise/km/hierarchy-formats.ts';

/** A hierarchy of this machine: JSON, ARX's lines or Amnesia's. */
export async function readHierarchy(file: string, copy: string | null = null): Promise<Hierarchy> {
  return hierarchyFromText(readText(file, copy), file);
}
