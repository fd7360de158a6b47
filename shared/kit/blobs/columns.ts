import { ContractError } from '../../contracts/parse.ts';
import { decodeColumns, type NumberColumn } from '../../core/format/columns.ts';

type OneKind = Uint8ArrayConstructor | Int8ArrayConstructor | Uint16ArrayConstructor | Int32ArrayConstructor | Float64ArrayConstructor;
/** Allowed array types of a column; several if the writer chooses the smallest. */
type Kinds = OneKind | readonly OneKind[];
type ColumnOf<K> = K extends OneKind ? InstanceType<K> : K extends readonly (infer Each)[] ? ColumnOf<Each> : never;

/**
 * Columns of a step, checked by their number and array types. `named` is the blob's in errors. No number is looked at, so it costs the
 * same however many there are.
 */
export function readColumns<const K extends readonly Kinds[]>(
  named: string,
  bytes: Uint8Array,
  kinds: K,
): { [At in keyof K]: ColumnOf<K[At]> } {
  const columns = columnsIn(named, bytes);
  const isOf = (column: NumberColumn | undefined, kind: Kinds): boolean =>
    typeof kind === 'function' ? column instanceof kind : kind.some((each) => column instanceof each);
  if (columns.length !== kinds.length || !kinds.every((kind, at) => isOf(columns[at], kind)))
    throw new ContractError(`work blob "${named}"`, 'its columns are not those that this version writes');
  return columns as unknown as { [At in keyof K]: ColumnOf<K[At]> };
}

/** As many columns as there are, all of one kind. */
export function readColumnsOf<K extends OneKind>(named: string, bytes: Uint8Array, kind: K): InstanceType<K>[] {
  const columns = columnsIn(named, bytes);
  if (!columns.every((column) => column instanceof kind))
    throw new ContractError(`work blob "${named}"`, 'its columns are not those that this version writes');
  return columns as InstanceType<K>[];
}

function columnsIn(named: string, bytes: Uint8Array): NumberColumn[] {
  try {
    return decodeColumns(bytes);
  } catch (error) {
    throw new ContractError(`work blob "${named}"`, error instanceof Error ? error.message : 'these are no columns');
  }
}

/** Holds a column to the lengths of the parts that it is made of, one of another column each. */
export function heldTo(named: string, column: NumberColumn, lengths: Int32Array): void {
  let total = 0;
  for (const length of lengths) total += Math.max(0, length);
  if (total !== column.length) throw new ContractError(`work blob "${named}"`, `a column has ${column.length} numbers, not ${total}`);
}
