import { PROVIDERS } from '../../shared/adapters/providers/providers.ts';
import { ATTACK_NAMES } from '../../shared/contracts/audit-request.ts';
import { TABLE_METHODS } from '../../shared/core/relational/anonymise/methods.ts';
import { METHODS } from '../anonymise/methods.ts';
import type { Command } from '../command.ts';

/** What may stand behind a command's name, and which options it has. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly string[];
  readonly options: readonly string[];
}

/** Behind these commands a word says what to do. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  corpus: ['build', 'list', 'info', 'check', 'remove'],
  codes: ['add', 'list', 'remove'],
  cache: ['stats', 'export', 'import', 'purge'],
  sources: ['add', 'remove'],
  cloud: ['submit', 'status', 'redrive', 'results', 'push', 'doctor', 'estimate', 'purge'],
  completion: ['bash', 'zsh', 'fish'],
};

/** Options whose values are words of a list; behind all others the shell offers files. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--attack': ATTACK_NAMES,
  '--source': ['wordnet', ...PROVIDERS.keys()],
  '--embeddings': ['glove'],
  '--context': ['nearest', 'all', 'conjunctive'],
  '--smoothing': ['cautious', 'half', 'infinite'],
  '--method': [...Object.keys(METHODS), ...TABLE_METHODS],
  '--order': ['shuffle', 'keep'],
  '--encoding': ['latin1', 'windows-1252', 'utf-16le', 'utf-16be'],
  '--delimiter': ['comma', 'semicolon', 'tab', 'pipe'],
};

/** Options as the command's own page of help names them: what it does not explain is not offered. */
export const commandWords = (name: string, summary: string, { help }: Command): CommandWords => ({
  name,
  summary,
  actions: ACTIONS[name] ?? [],
  options: [...new Set([...(help.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []), '--help'])].toSorted(),
});
