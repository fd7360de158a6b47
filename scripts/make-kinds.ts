// Writes what the pages on query logs, graphs and places show: searches of invented people, friendships and positions. Nothing in it was taken from
// anywhere; everything is drawn from the lists below by a seed: npm run -s example.
import { mkdirSync, writeFileSync } from 'node:fs';
import { seeded, shuffle } from '../shared/core/random/random.ts';
import { syntheticEdges } from '../shared/kinds/graph/core/generate.ts';
import { densityLines, positionLines } from '../shared/kinds/places/core/generate.ts';

/** Topic by topic, what people of it want, each in a few words. */
const TOPICS = `
marathon, jogging, running | sneaker, shoe, footwear | kneecap, knee, ligament | massage, physiotherapy, exercise
insulin, diabetes, glucose | diet, calorie, nutrition | syringe, needle, injection | retina, ophthalmologist, eye
violin, viola, fiddle | concert, orchestra, symphony | bow, rosin, string | composer, sonata, concerto
divorce, separation, alimony | lawyer, attorney, solicitor | custody, guardian, child | mortgage, house, loan
tomato, gardening, greenhouse | fertilizer, compost, manure | aphid, pest, insecticide | seed, seedling, spade
kitten, cat, tomcat | veterinarian, vaccine, rabies | litter, cage, basket | allergy, sneeze, antihistamine
sailing, sailboat, yacht | anchor, rope, knot | harbor, marina, port | weather, storm, barometer
pregnancy, midwife, birth | baby carriage, cradle, crib | nausea, vomiting, morning sickness | name, baptism, christening
poker, casino, gambling | debt, creditor, bankruptcy | depression, psychotherapy, insomnia | pawnbroker, jewelry, gold
telescope, astronomy, star | comet, planet, meteor | camera, tripod, lens | eclipse, sun, moon
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((wording) => wording.split(', ')));
const USERS = 240;

const random = seeded('examples/searches');
const one = <T>(from: readonly T[]): T => from[random.below(from.length)];

function* searches(): Generator<string> {
  for (let user = 1; user <= USERS; user += 1) {
    const topic = TOPICS[user % TOPICS.length] as readonly (readonly string[])[];
    const wanted = shuffle([...topic], random).slice(0, 2 + random.below(3));
    if (random.unit() < 0.2) wanted.push(one(one(TOPICS)));
    for (const wording of wanted)
      for (let times = 1 + random.below(2); times > 0; times -= 1) {
        const url = `https://www.${(wording[0]).replaceAll(' ', '-')}.example/`;
        yield `${JSON.stringify({ user: String(user), query: one(wording), ...(random.unit() < 0.1 ? {} : { url }) })}\n`;
      }
  }
}

const write = (folder: string, file: string, lines: Iterable<string>): void => {
  mkdirSync(`examples/${folder}`, { recursive: true });
  writeFileSync(`examples/${folder}/${file}`, [...lines].join(''));
};

write('searches', 'searches.jsonl', searches());
write('friends', 'friends.csv', ['from,to\n', ...[...syntheticEdges(120, 3, 'examples/friends')].map((edge) => `${edge.join(',')}\n`)]);
const POSITIONS = [200, 3, 5] as const;
write('places', 'positions.jsonl', positionLines(...POSITIONS, 'examples/places'));
// Whoever knows where everybody was knows how many were where.
const [, ...cells] = densityLines(POSITIONS[0], POSITIONS[2], 'examples/places');
write('places', 'known.jsonl', [...positionLines(...POSITIONS, 'examples/places'), ...cells]);
