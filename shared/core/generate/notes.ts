import { type Random, seeded } from '../random/random.ts';

/** An invented note of a visit, and the condition that it is about. */
interface Note {
  readonly id: string;
  readonly text: string;
  readonly about: string;
}

/** Notes of a condition: symptoms, drugs, examinations. */
const CONDITIONS: readonly (readonly [condition: string, symptoms: string, drugs: string, examined: string])[] = [
  ['asthma', 'cough, wheeze, dyspnea', 'prednisone, theophylline', 'lung, spirometry'],
  ['pneumonia', 'cough, fever, dyspnea, chill', 'penicillin, erythromycin', 'lung, chest X-ray'],
  ['tuberculosis', 'cough, fever, weight loss, night sweat', 'isoniazid, streptomycin', 'lung, chest X-ray, sputum'],
  ['influenza', 'fever, chill, headache, cough', 'aspirin, amantadine', 'temperature, throat'],
  ['hepatitis', 'jaundice, nausea, fatigue', 'interferon, lamivudine', 'liver, bilirubin'],
  ['HIV', 'fever, weight loss, night sweat, fatigue', 'zidovudine, lamivudine', 'lymphocyte, blood'],
  ['malaria', 'fever, chill, headache, jaundice', 'quinine, chloroquine', 'blood, spleen'],
  ['diabetes', 'thirst, fatigue, weight loss', 'insulin, metformin', 'glucose, kidney'],
  ['gout', 'joint pain, swelling', 'allopurinol, colchicine', 'joint, uric acid'],
  ['arthritis', 'joint pain, swelling, stiffness', 'aspirin, methotrexate', 'joint, blood'],
  ['migraine', 'headache, nausea, vertigo', 'aspirin, ergotamine', 'pupil, blood pressure'],
  ['epilepsy', 'convulsion, headache, vertigo', 'phenytoin, valproate', 'brain, electroencephalogram'],
  ['depression', 'insomnia, fatigue, anxiety', 'imipramine, lithium', 'sleep, mood'],
  ['schizophrenia', 'hallucination, insomnia, anxiety', 'haloperidol, clozapine', 'mood, speech'],
  ['angina', 'chest pain, dyspnea, anxiety', 'nitroglycerin, aspirin', 'heart, electrocardiogram'],
  ['anemia', 'fatigue, dyspnea, vertigo', 'iron, folic acid', 'blood, bone marrow'],
  ['leukemia', 'fatigue, fever, bruise', 'methotrexate, prednisone', 'blood, bone marrow, spleen'],
  ['lymphoma', 'night sweat, weight loss, swelling', 'prednisone, vincristine', 'lymph node, spleen'],
  ['nephritis', 'swelling, backache, fatigue', 'prednisone, furosemide', 'kidney, urine'],
  ['ulcer', 'heartburn, nausea, weight loss', 'ranitidine, bismuth', 'stomach, gastroscopy'],
];

const BEGINS = ['Seen today because of', 'Comes back with', 'Was sent here with', 'Has had for three weeks'];
const BEFORE = ['The family says that there was', 'Last year there was', 'The mother had'];
const ENDS = ['Comes again in two weeks.', 'The family was told.', 'No letter was sent.', 'To be called if it gets worse.'];

/** Visits to an invented clinic, a few sentences each. Nobody's notes. */
export function* syntheticNotes(notes: number, seed: string): Generator<Note> {
  const random = seeded(seed, 'notes');
  for (let at = 1; at <= notes; at += 1) {
    const [about, symptoms, drugs, examined] = one(random, CONDITIONS);
    const [first, second] = two(random, symptoms.split(', '));
    const [drug, other] = two(random, drugs.split(', '));
    const [seen, later] = two(random, examined.split(', '));
    const [stray] = one(random, CONDITIONS)[1].split(', ') as [string];
    const named = random.unit() < 0.5 ? `Known ${about}. ` : '';
    const before = random.unit() < 0.3 ? `${one(random, BEFORE)} ${stray}. ` : '';
    const text =
      `${one(random, BEGINS)} ${first} and ${second}. ${named}${before}The ${seen} was examined, the ${later} will be. ` +
      `${capital(drug)} was given; ${random.unit() < 0.5 ? `${other} did not help` : `${drug} goes on for a week`}. ${one(random, ENDS)}`;
    yield { id: String(at), text, about };
  }
}

const one = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)];

function two<T>(random: Random, all: readonly T[]): readonly [T, T] {
  const first = random.below(all.length);
  return [all[first], all[(first + 1 + random.below(all.length - 1)) % all.length]];
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
