import { CHANCE, type FieldGroup, localSources, methodField } from './fields.ts';
import type { FileRole } from './task.ts';

/** What can be asked of the anonymisers from the page. What is not here is in unveil anonymise --help. */
export function anonymiseFields(given: ReadonlySet<FileRole>): readonly FieldGroup[] {
  const needed = (role: FileRole, what: string): string => (given.has(role) ? `Left empty: the ${role} file that you gave. ` : '') + what;
  return [
    {
      title: 'Method',
      folded: false,
      fields: [
        methodField(Object.keys(MEANING), MEANING, 'What stands in the place of what is protected.'),
        { option: 'k', label: 'k', input: 'number', help: 'What is protected is supported k times or not at all; at least 2.' },
        {
          option: 'm',
          label: 'm',
          input: 'number',
          help: 'km and disassociate: an attacker knows at most m items of a person. Default: 2.',
        },
      ],
    },
    {
      title: 'coat',
      folded: true,
      fields: [
        {
          option: 'privacy',
          label: 'What to protect',
          input: 'text',
          help: needed('privacy', 'random:0.05 draws a twentieth of the items. coat needs this, or a file of itemsets.'),
        },
        {
          option: 'utility',
          label: 'What may stand for what',
          input: 'text',
          help: needed('utility', 'all: any item for any other (default); wordnet:0.5: items that mean alike.'),
        },
        {
          option: 'max-suppressed',
          label: 'Items that may be left out',
          input: 'number',
          help: 'As a share of the distinct items, where nothing can be generalised. Default: 0.',
        },
        {
          option: 'against',
          label: 'Made against an attacker with these sources',
          input: 'several',
          choices: localSources(),
          help: 'Of the same constraints and utility, a release of which such an attacker names fewer people. It takes minutes. Default: none.',
        },
      ],
    },
    {
      title: 'km',
      folded: true,
      fields: [
        {
          option: 'hierarchy',
          label: 'Hierarchy',
          input: 'text',
          help: needed('hierarchy', 'degree:4 makes a balanced tree over the items. km needs this, or a file.'),
        },
      ],
    },
    {
      title: 'disassociate',
      folded: true,
      fields: [
        { option: 'max-cluster', label: 'Transactions of a cluster', input: 'number', help: 'At most; at least 2k - 1. Default: 50.' },
        { option: 'refine', label: 'Publish rare terms over several clusters', input: 'check', help: 'Default: no.' },
        { option: 'safe', label: 'Leave out what the structure of a cluster would give away', input: 'check', help: 'Default: no.' },
      ],
    },
    CHANCE,
  ];
}

const MEANING: Readonly<Record<string, string>> = {
  coat: 'coat: constraints say what is protected; items are generalised or left out',
  km: 'km: whole subtrees of a hierarchy are generalised',
  disassociate: 'disassociate: transactions are cut into chunks whose links are hidden',
};

/** Options that hold for one method only: those of the others are left out of its words. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  coat: ['privacy', 'utility', 'max-suppressed', 'against'],
  km: ['m', 'hierarchy'],
  disassociate: ['m', 'max-cluster', 'refine', 'safe'],
};

/** The files that stand in for options left empty. */
export const FILE_OPTIONS: readonly FileRole[] = ['privacy', 'utility', 'hierarchy'];

export function isOfMethod(option: string, method: string): boolean {
  const owners = Object.keys(ONLY).filter((name) => ONLY[name]?.includes(option));
  return owners.length === 0 || owners.includes(method);
}
