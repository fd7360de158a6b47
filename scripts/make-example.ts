// Writes examples/clinic: visits to an invented clinic, their release, and a tree over what is noted. Nothing in it was taken from anywhere; everything is drawn from the
// lists below by a seed, so that anybody can make it again: npm run -s example.
import { mkdirSync, writeFileSync } from 'node:fs';
import { seeded, shuffle } from '../shared/core/random/random.ts';

/** Ward by ward: words of every day, terms of the trade, and the diagnoses that the clinic would not have told of a person. */
const WARDS = `
heart artery pulse chest blood cholesterol exercise vein | pacemaker, palpitation, electrocardiogram, nitroglycerin, digitalis, stethoscope, coronary artery, aspirin, ventricle, atrium | angina, arrhythmia, myocardial infarction, endocarditis, heart failure, cardiomyopathy
lung cough breathing smoking oxygen bronchus sputum tobacco | inhaler, respirator, nicotine, phlegm, dyspnea, alveolus, pleura, bronchodilator, windpipe, pulmonary artery | tuberculosis, emphysema, asthma, pneumonia, bronchitis, pleurisy
sleep mood anxiety sadness memory stress fear grief | psychotherapy, antidepressant, insomnia, hallucination, delusion, lithium, tranquilizer, nightmare, psychiatrist, amnesia | depression, schizophrenia, dementia, mania, paranoia, anorexia nervosa
skin rash itching blister scalp sunlight ointment hair | pruritus, dermatologist, cortisone, calamine, sunburn, dandruff, pustule, wart, freckle, epidermis | psoriasis, herpes, melanoma, eczema, scabies, acne
liver alcohol jaundice bile abdomen drinking nausea stomach | antacid, ascites, indigestion, heartburn, endoscope, bilirubin, hangover, esophagus, gallbladder, pancreas | cirrhosis, hepatitis, alcoholism, pancreatitis, gallstone, gastritis
joint knee bone swelling cartilage hip walking shoulder | physical therapy, crutch, kneecap, splint, ligament, limp, backache, vertebra, orthopedist, meniscus | arthritis, osteoporosis, gout, bursitis, scoliosis, rickets
urine kidney bladder thirst insulin sugar diet weight | catheter, diuretic, ureter, urethra, glucagon, nephron, polyuria, obesity, dialysis, prostate gland | diabetes, nephritis, cystitis, uremia, prostatitis, kidney stone
pregnancy uterus birth infant ovary womb fetus labor | amniocentesis, placenta, cesarean, obstetrician, contraceptive, fallopian tube, ovulation, forceps, lactation, midwife | miscarriage, infertility, endometriosis, eclampsia, ectopic pregnancy, mastitis
brain nerve headache tremor muscle seizure balance speech | electroencephalogram, neurologist, anticonvulsant, cerebellum, aphasia, paralysis, convulsion, neuron, concussion, cerebrum | epilepsy, stroke, multiple sclerosis, migraine, meningitis, encephalitis
eye vision retina lens glasses eyelid tear light | ophthalmoscope, spectacles, myopia, iris, optic nerve, cornea, ophthalmologist, optometrist, presbyopia, squint | glaucoma, cataract, conjunctivitis, trachoma, retinopathy, astigmatism
ear hearing throat nose voice sinus swallowing noise | hearing aid, eardrum, cochlea, adenoid, hoarseness, earache, sore throat, nosebleed, vertigo, decongestant | otitis media, deafness, tonsillitis, sinusitis, laryngitis, tinnitus
bleeding iron transfusion spleen bruise fatigue pallor marrow | platelet, erythrocyte, leukocyte, lymphocyte, hematocrit, heparin, hemoglobin, blood count, lymph node, blood clot | leukemia, anemia, hemophilia, lymphoma, polycythemia, thrombosis
fever chill sweat travel mosquito water virus insect | quinine, penicillin, quarantine, antiserum, vaccine, pathogen, tick, louse, chloroquine, streptomycin | malaria, cholera, typhoid, measles, mumps, yellow fever
bowel diarrhea constipation colon stool cramp fiber intestine | enema, suppository, flatulence, cecum, peristalsis, polyp, castor oil, bran, rectum, laxative | colitis, appendicitis, hemorrhoid, diverticulitis, dysentery, enteritis
hormone gland neck growth puberty metabolism pituitary height | thyroxine, hydrocortisone, epinephrine, somatotropin, parathyroid gland, calcitonin, iodine, endocrinologist, androgen, hypothalamus | goiter, hyperthyroidism, hypothyroidism, acromegaly, dwarfism, gigantism
tooth gum mouth jaw tongue chewing lip dentist | toothbrush, fluoride, denture, molar, incisor, orthodontist, saliva, dental floss, mouthwash, toothache | caries, gingivitis, pyorrhea, halitosis, stomatitis, trench mouth
`
  .trim()
  .split('\n')
  .map((line) => {
    const [everyday = '', terms = '', sensitive = ''] = line.split(' | ');
    return { everyday: everyday.split(' '), terms: terms.split(', '), sensitive: sensitive.split(', ') };
  });
const VISITS = 480;
/** Members of a generalised item, of as many wards, so that one of them alone would hide among strangers. */
const TOGETHER = 3;

const random = seeded('examples/clinic');
const drawn = (from: readonly string[], count: number): string[] => shuffle([...from], random).slice(0, count);
const one = <T>(from: readonly T[]): T => from[random.below(from.length)];

const sensitive = WARDS.flatMap((ward) => ward.sensitive.map((item) => ({ item, ward })));
const generalised: string[][] = [];
for (let first = 0; first < WARDS.length; first += 1) {
  for (let from = 0; from + TOGETHER <= 6; from += TOGETHER) {
    const members = Array.from({ length: TOGETHER }, (_, at) => WARDS[(first + 5 * at) % WARDS.length]?.sensitive[from + at] ?? '');
    generalised.push(shuffle(members, random));
  }
}
const groupOf = (item: string): readonly string[] => generalised.find((members) => members.includes(item)) ?? [item];

const original: string[][] = [];
const release: string[][] = [];
for (let visit = 0; visit < VISITS; visit += 1) {
  const { item, ward } = sensitive[visit % sensitive.length];
  const other = one(WARDS.filter((candidate) => candidate !== ward));
  const own = [...drawn(ward.everyday, 1 + random.below(3)), ...drawn(ward.terms, 2)];
  const freely = shuffle([...new Set([...own, ...drawn(other.everyday, random.below(2))])], random);
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
// Ward by ward, for what generalises up a tree (docs/local.md); what several wards have is the first one's.
const placed = new Set<string>();
const wards = WARDS.map(({ everyday, terms, sensitive: own }) => {
  const items = [...everyday, ...terms, ...own].filter((item) => !placed.has(item));
  for (const item of items) placed.add(item);
  return [`${everyday[0]} ward`, items] as const;
});
const tree = Object.fromEntries([['clinic', wards.map(([ward]) => ward)], ...wards]);
writeFileSync('examples/clinic/wards.json', `${JSON.stringify(tree, null, 1)}\n`);
