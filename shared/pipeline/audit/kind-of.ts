import { BadInput } from '../../core/model/bad-input.ts';
import type { AskedOfKind, Kind, ListedKind, Told } from '../../kit/kind.ts';
import type { OpenedFile } from '../../kit/read/read-release.ts';

export type Kinds = readonly ListedKind[];

/** Where kinds are told apart by the user's word alone. */
export const AUTO = 'auto';

/**
 * The kind of a release: the one that was asked for, else the one that it can only be. A file that says what it is is of that kind, whatever
 * else it might be; one that could be of several is asked about.
 */
export const kindOf = async (kinds: Kinds, asked: AskedOfKind, file: OpenedFile): Promise<Kind> => listedKindOf(kinds, asked, file).load();

export function listedKindOf<Listed extends ListedKind>(kinds: readonly Listed[], asked: AskedOfKind, file: OpenedFile): Listed {
  if (asked.kind !== AUTO) {
    const kind = listed(kinds, asked.kind);
    const { is, why } = kind.tells(file, asked);
    if (is === 'no') throw new BadInput(`the request calls this release ${asked.kind}; it is not: ${why}`, { file: file.name });
    return kind;
  }
  const told = kinds.map((kind) => ({ kind, ...kind.tells(file, asked) }));
  const sure = told.filter(({ is }) => is === 'yes');
  const possible = sure.length > 0 ? sure : told.filter(({ is }) => is === 'maybe');
  const [only, ...others] = possible;
  if (only === undefined) throw new BadInput(`no release of a kind that is known here: ${reasons(told)}`, { file: file.name });
  if (others.length === 0) return only.kind;
  throw new BadInput(`this could be a release of ${possible.length} kinds; say which with --kind: ${reasons(possible)}`, {
    file: file.name,
  });
}

const reasons = (told: readonly (Told & { readonly kind: ListedKind })[]): string =>
  told.map(({ kind, why }) => `${kind.name} (${why})`).join(', ');

export const kindNamed = async (kinds: Kinds, name: string): Promise<Kind> => listed(kinds, name).load();

function listed<Listed extends ListedKind>(kinds: readonly Listed[], name: string): Listed {
  const kind = kinds.find((each) => each.name === name);
  if (kind === undefined)
    throw new BadInput(`there is no kind of release "${name}" here; ${kinds.map((each) => each.name).join(', ')} are`);
  return kind;
}
