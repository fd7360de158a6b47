/**
 * The singular of an English noun, lower case, so that "graft" and "grafts" are one item. Rules for the regular plurals,
 * tables for what no rule reaches. A word that only looks like a plural ("diabetes", "lens") stays as it is:
 * an item that is no word of English finds no counts. Works word by word, so documents can be read in any order.
 */
export function singular(word: string): string {
  const hyphen = word.lastIndexOf('-') + 1;
  if (hyphen > 0) return word.slice(0, hyphen) + singular(word.slice(hyphen));
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (!word.endsWith('s') || word.length < 4 || INVARIANT.has(word) || INVARIANT_END.test(word)) return word;
  for (const [ending, replacement] of ENDINGS) if (ending.test(word)) return word.replace(ending, replacement);
  return word;
}

/** Every noun of a phrase ends it or stands before another noun; only the last word carries number. */
export function singularPhrase(words: readonly string[]): string {
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
}

/** Endings that are not a plural's: illness, virus, arthritis (but: analyses), physics. */
const INVARIANT_END = /(ss|us|is|ics|itis|'s)$/;

const ENDINGS: readonly (readonly [ending: RegExp, replacement: string])[] = [
  [/(?<=ly|gno|gene|the|sta|cri|phy|ecta)ses$/, 'sis'],
  [/(?<=\w{3})(?<!purp|overd|gluc|lact|sucr|fruct|cellul|prop|supp|enc)oses$/, 'osis'],
  [/(?<=[^aeiou]|qu)ies$/, 'y'],
  [/(?<=ch|sh|ss|x|zz)es$/, ''],
  [
    /(?<=vir|sin|stat|foc|vers|corp|radi|fet|nucle|thromb|bon|camp|chor|cens|ulc|vag|uter|hum|call|thalam|hippocamp|platyp|cact)uses$/,
    'us',
  ],
  [/(?<=potato|tomato|echo|hero|veto|embargo|torpedo|mosquito|volcano|cargo)es$/, ''],
  [/(?<=l|ar|or|ea|oa)ves$/, 'f'],
  [/s$/, ''],
];

const IRREGULAR = new Map(
  [
    'children child, men man, women woman, people person, feet foot, teeth tooth, geese goose, mice mouse, lice louse, oxen ox',
    'knives knife, lives life, wives wife, midwives midwife, valves valve, nerves nerve, curves curve, olives olive, sleeves sleeve, waves wave',
    'graves grave, caves cave, slaves slave, gloves glove, doves dove, stoves stove, relatives relative, natives native, wolves wolf',
    'observers observer, archives archive, motives motive, detectives detective, alternatives alternative, directives directive',
    'serves serve, reserves reserve, preserves preserve, solves solve, leaves leaf, sheaves sheaf, heaves heave, weaves weave',
    'vertebrae vertebra, larvae larva, antennae antenna, algae alga, bacteria bacterium, ova ovum, diverticula diverticulum, phenomena phenomenon',
    'criteria criterion, ganglia ganglion, mitochondria mitochondrion, spermatozoa spermatozoon, atria atrium, strata stratum, sera serum',
    'bacilli bacillus, fungi fungus, nuclei nucleus, stimuli stimulus, bronchi bronchus, thrombi thrombus, foci focus, alumni alumnus, radii radius',
    'indices index, appendices appendix, matrices matrix, vertices vertex, cortices cortex, helices helix, cervices cervix',
    'axes axis, testes testis, biases bias, atlases atlas, gases gas, buses bus, lenses lens, irises iris, pelvises pelvis, canvases canvas',
    'movies movie, cookies cookie, zombies zombie, calories calorie, prairies prairie, hippies hippie, rookies rookie, ties tie, pies pie, lies lie',
    'quizzes quiz, caches cache, aches ache, headaches headache, toothaches toothache, stomachaches stomachache, backaches backache, psyches psyche',
    'axles axle, diagnoses diagnosis, oases oasis, bases base, diseases disease, doses dose, noses nose, causes cause, houses house',
  ]
    .flatMap((line) => line.split(', '))
    .map((pair) => pair.split(' ') as [string, string]),
);

const INVARIANT = new Set(
  (
    'diabetes herpes rabies scabies measles mumps rickets hives shingles ascites caries series species news lens bias atlas gas pancreas ' +
    'christmas texas kansas dallas arkansas canvas alias always perhaps means barracks headquarters crossroads gallows premises chess yes ' +
    'james charles thomas jesus moses paris windows feces faeces pus biceps triceps forceps facies sepsis menses meninges lues ' +
    'pants trousers scissors glasses goggles jeans shorts thanks aids sids sars mers ibs cns gps cds dns bps mbps los des las ' +
    'achilles hercules socrates wales hughes jones williams adams davis edwards roberts rogers harris morris lewis reynolds phillips myers ' +
    'parentheses cosmos ethos chaos kudos asbestos rhinoceros thermos others outdoors surroundings genitals twenties thirties forties ' +
    'dissecans nigricans obliterans ossificans migrans perstans protuberans mutilans fungoides deferens pons glans nares stapes talipes ' +
    'hydrops hypospadias epispadias polyhydramnios synophrys quadriceps exophthalmos prediabetes pyogenes'
  ).split(' '),
);
