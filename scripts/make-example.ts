// Writes examples/clinic: visits to an invented clinic, and their release. Nothing in it was taken from anywhere; everything is drawn from the
// lists below by a seed, so that anybody can make it again: npm run -s example.
import { mkdirSync, writeFileSync } from 'node:fs';
import { seeded, shuffle } from '../shared/core/random/random.ts';

/** What is written down freely, and the diagnoses that the clinic would not have told of a person. */
const WARDS: readonly { readonly freely: readonly string[]; readonly sensitive: readonly string[] }[] = [
  {
    freely: ['heart', 'artery', 'pulse', 'chest', 'blood', 'cholesterol', 'exercise', 'vein'],
    sensitive: ['angina', 'myocardial infarction', 'arrhythmia'],
  },
  {
    freely: ['lung', 'cough', 'breathing', 'smoking', 'oxygen', 'bronchus', 'sputum', 'chest'],
    sensitive: ['tuberculosis', 'emphysema', 'asthma'],
  },
  {
    freely: ['sleep', 'mood', 'anxiety', 'sadness', 'memory', 'stress', 'appetite', 'fear'],
    sensitive: ['depression', 'schizophrenia', 'dementia'],
  },
  {
    freely: ['skin', 'rash', 'itching', 'blister', 'scalp', 'sunlight', 'ointment', 'redness'],
    sensitive: ['psoriasis', 'herpes', 'melanoma'],
  },
  {
    freely: ['liver', 'alcohol', 'jaundice', 'bile', 'abdomen', 'drinking', 'nausea', 'vomiting'],
    sensitive: ['cirrhosis', 'hepatitis', 'alcoholism'],
  },
  {
    freely: ['joint', 'knee', 'bone', 'swelling', 'cartilage', 'hip', 'walking', 'stiffness'],
    sensitive: ['arthritis', 'osteoporosis', 'gout'],
  },
  {
    freely: ['urine', 'kidney', 'bladder', 'thirst', 'insulin', 'sugar', 'diet', 'weight'],
    sensitive: ['diabetes', 'nephritis', 'cystitis'],
  },
  {
    freely: ['pregnancy', 'uterus', 'birth', 'infant', 'ovary', 'womb', 'fetus', 'menstruation'],
    sensitive: ['miscarriage', 'infertility', 'endometriosis'],
  },
];
const VISITS = 120;

const random = seeded('examples/clinic');
const drawn = (from: readonly string[], count: number): string[] => shuffle([...from], random).slice(0, count);
const one = <T>(from: readonly T[]): T => from[random.below(from.length)] as T;

// Each generalised item joins diagnoses of four wards, so that one of them alone would hide among strangers.
const sensitive = WARDS.flatMap((ward, number) => ward.sensitive.map((item) => ({ item, number })));
const generalised: string[][] = [];
for (let at = 0; at < 6; at += 1) {
  const wards = Array.from({ length: 4 }, (_, step) => (at % 2) + 2 * step);
  generalised.push(
    shuffle(
      wards.map((ward) => WARDS[ward]?.sensitive[Math.floor(at / 2)] ?? ''),
      random,
    ),
  );
}
const groupOf = (item: string): readonly string[] => generalised.find((members) => members.includes(item)) ?? [item];

const original: string[][] = [];
const release: string[][] = [];
for (let visit = 0; visit < VISITS; visit += 1) {
  const { item, number } = sensitive[visit % sensitive.length] as { item: string; number: number };
  const ward = WARDS[number] ?? { freely: [], sensitive: [] };
  const other = one(WARDS.filter((candidate) => candidate !== ward));
  const freely = [...new Set([...drawn(ward.freely, 3 + random.below(3)), ...drawn(other.freely, random.below(2))])];
  // Now and then two diagnoses of one generalised item in one visit: it stands for both.
  const second = random.unit() < 0.15 ? one(groupOf(item)) : item;
  const place = random.below(freely.length + 1);
  original.push([...freely.slice(0, place), ...new Set([item, second]), ...freely.slice(place)]);
  release.push([...freely.slice(0, place), `(${groupOf(item).join(', ')})`, ...freely.slice(place)]);
}
const order = shuffle([...original.keys()], random);
const text = (transactions: readonly string[][]): string => `${order.map((at) => transactions[at]?.join(', ')).join('\n')}\n`;
mkdirSync('examples/clinic', { recursive: true });
writeFileSync('examples/clinic/original.txt', text(original));
writeFileSync('examples/clinic/release.txt', text(release));
