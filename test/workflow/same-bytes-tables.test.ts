// A table of people: roles, hierarchies and a register come with the drop.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sameBytesInBothHomes } from '../helpers/both-homes.ts';

const EXAMPLE = 'examples/patients/release';
const text = (file: string): string => readFileSync(join(EXAMPLE, file), 'utf8');

sameBytesInBothHomes(
  {
    relational: () => {
      const files = readdirSync(EXAMPLE).filter((file) => /^(?:roles|hierarchy)/.test(file));
      return Promise.resolve({
        release: ['release.csv', text('release.csv')],
        original: ['original.csv', text('original.csv')],
        beside: { ...Object.fromEntries(files.map((file) => [file, text(file)])), 'voters.csv': text('../voters.csv') },
        request: { kind: 'relational', roles: 'roles.json', external: 'voters.csv', sources: ['wordnet'] },
      });
    },
  },
  /* the people of the release, and of its register */ { parts: 2 },
);
