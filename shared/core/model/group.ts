import { compareCodePoints } from './code-points.ts';

/** Names a generalised item, whatever the order of its members. No item holds a control character, so the key can be taken apart again. */
export const groupKey = (members: readonly string[]): string => members.toSorted(compareCodePoints).join('\u001f');
