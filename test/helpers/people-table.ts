// A table of people with roles and a hierarchy, and unveil as a user runs it on it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../shared/core/random/random.ts';

/** Two hundred people with a name, a zip, an age and one of four diseases. */
export function writePeople(folder: string, claim: object): void {
  const random = seeded('people');
  const rows = Array.from({ length: 200 }, (_, person) => {
    const zip = `130${random.below(4)}${random.below(5)}`;
    return [`person ${person}`, zip, String(20 + random.below(40)), ['flu', 'cold', 'gastritis', 'ulcer'][random.below(4)]].join(',');
  });
  writeFileSync(join(folder, 'people.csv'), `name,zip,age,disease\n${rows.join('\n')}\n`);
  const zips = Array.from({ length: 20 }, (_, each) => `130${Math.floor(each / 5)}${each % 5};130${Math.floor(each / 5)}*;*`);
  writeFileSync(join(folder, 'zip.csv'), zips.join('\n'));
  const columns = {
    name: { role: 'identifier' },
    zip: { role: 'quasi', type: 'word', hierarchy: 'zip.csv' },
    age: { role: 'quasi', hierarchy: 'intervals:5,10,20' },
    disease: { role: 'sensitive', hierarchy: 'wordnet' },
  };
  writeFileSync(join(folder, 'roles.json'), JSON.stringify({ columns, claim }));
}
