import type { SlicePointer } from '../../contracts/execution.ts';
import { UNIT_POINTERS } from '../../contracts/work.ts';
import type { WorkBlob } from '../../contracts/work-blob.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Exposure } from '../../core/people/exposure.ts';
import { FAILURE } from '../../core/verdict/trial.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import { jsonLines, readAllJsonLines, readJson, readJsonAhead, readJsonLines, writeJson } from '../blobs/json-lines.ts';
import type { Audit, Kind, Knowledge, Steps } from '../kind.ts';
import { once } from '../once.ts';
import { SlicesOfPeople } from '../people/finish-people.ts';
import { PEOPLE_PREFIX, writeSlicePeople } from '../people/slice-people.ts';
import type { RegisterPerson } from '../people/write-register.ts';
import { sliceRuns, writeBySlice } from '../plan/slice-records.ts';
import { storeUnits, truthKey } from '../plan/unit-writer.ts';
import { figuresKey, MANIFEST, readUnits, sliceName } from '../plan/units.ts';
import { lostNotice } from '../publish/lost-notice.ts';
import {
  ASSESSED,
  EVERYBODY,
  FIGURES,
  FOUND,
  type Found,
  plainBlobs,
  READ,
  REGISTER,
  type SliceFigures,
  type StoredRelease,
} from './blobs.ts';
import type { Guess, PlainKind, Registered } from './plain-kind.ts';
import { attackOf, type PlainOutcome, publishPlain } from './publish.ts';
import { machineSummary, summary } from './summary.ts';

const READ_KEY = 'read.json';
const WHOLE = 'whole.json';
const PEOPLE = 'everybody.jsonl';
/** Under `original/` stands what measures alone may read. */
const ORIGINAL = 'original/whole.json';
const RELATED = 'related.json';
const ASSESSED_KEY = 'findings.json';
const REGISTER_KEY = 'register.jsonl';
const foundPrefix = (slice: number): string => `found/${sliceName(slice)}/`;

type Blobs<Unit, Truth, Whole, Original, Related> = ReturnType<typeof plainBlobs<Unit, Truth, Whole, Original, Related>>;

const STEPS = 5;

export function plainKind<Given, Unit, Truth, Whole, Original, Related>(
  plain: PlainKind<Given, Unit, Truth, Whole, Original, Related>,
): Kind<Given, PlainOutcome> {
  const { name, units, open, namedInTurn } = plain;
  const own = plainBlobs(plain.shapes);
  return {
    name,
    units,
    blobs: [READ, EVERYBODY, FOUND, FIGURES, ASSESSED, REGISTER, ...Object.values(own)],
    ...(namedInTurn === undefined ? {} : { namedInTurn }),
    open,
    validate(request) {
      if (request.attacks !== undefined)
        throw new BadInput(`attacks: all attacks on a release of the kind ${name} are run; leave their names out`);
      if (request.gate?.some((limit) => 'recall' in limit))
        throw new BadInput(
          'gate: recall is of generalised items; limit what is learned on this kind of release: learned=0.05@confidence=0.8',
        );
      plain.validate?.(request);
    },
    progressSteps: () => STEPS,
    async read(given, audit) {
      const { work, progress } = audit;
      progress.step('read', null);
      const cut = await plain.cut(given, audit);
      let people = 0;
      await work.write(PEOPLE, jsonLines(counted(cut.people, () => (people += 1))));
      const stored = await storeUnits(work, cut.units);
      await writeJson(work, WHOLE, cut.whole);
      await writeJson(work, ORIGINAL, cut.original);
      await writeJson(work, READ_KEY, { people, ...stored } satisfies StoredRelease);
      progress.end();
      return { transactions: people };
    },
    plan: (_, { sources }) => {
      const nouns = plain.readsNouns === true && sources.some(({ id }) => id === 'wordnet');
      return Promise.resolve({ asks: false, scores: false, learns: plain.relate !== undefined, measuresRelease: true, nouns });
    },
    steps: (audit, known) => stepsOf(plain, own, audit, known),
    summary: (outcome, folder) => summary(plain, outcome, folder),
    machineSummary: (outcome, folder) => machineSummary(plain, outcome, folder),
  };
}

function* counted<T>(values: Iterable<T>, each: () => void): Generator<T> {
  for (const value of values) {
    each();
    yield value;
  }
}

async function stepsOf<Given, Unit, Truth, Whole, Original, Related>(
  plain: PlainKind<Given, Unit, Truth, Whole, Original, Related>,
  own: Blobs<Unit, Truth, Whole, Original, Related>,
  audit: Audit,
  known: Knowledge,
): Promise<Steps<PlainOutcome>> {
  const { work, request, progress } = audit;
  const stored = await readJson(work, READ_KEY, READ);
  const attack = attackOf(plain, request);
  const whole = once(() => readJson(work, WHOLE, own.whole));
  const related = once(() => readJson(work, RELATED, own.related));
  const knowing = async (): Promise<Related | null> => (plain.relate === undefined ? null : related());
  return {
    ...(plain.relate === undefined
      ? {}
      : {
          async learn() {
            progress.step('learn', null);
            await writeJson(work, RELATED, await plain.relate?.(await whole(), audit, known));
            progress.end();
          },
        }),
    async attack(pointers) {
      const [records, knows] = await Promise.all([readUnits(work, pointers, own.units), knowing()]);
      const found = pointers.map(({ unit }, at): Found => {
        const guesses = attempted(
          () => plain.expose(records[at], knows),
          (error) => audit.failed?.(attack.name, error),
        );
        return { unit, guesses };
      });
      await writeBySlice(work, pointers, foundPrefix, (from, to) => jsonLines(found.slice(from, to)));
    },
    async measure(pointers, encoders) {
      const found = sliceRuns(work, PEOPLE_PREFIX, pointers);
      for (const pointer of pointers) {
        const { slice } = pointer;
        const { units, ...failed } = await exposuresOf(plain, own, work, pointer);
        const people = await writeSlicePeople(work, { slice, attack, units: () => units, encoders, found });
        await writeJson(work, figuresKey(slice), { people, ...failed } satisfies SliceFigures);
      }
      await found.end();
    },
    async measureRelease() {
      progress.step('assess', null);
      const knows = await knowing();
      const original = await readJson(work, ORIGINAL, own.original);
      const { register, ...assessed } = await plain.assess(await whole(), { original, related: knows }, audit);
      for (const { attack: name, [FAILURE]: error } of assessed.trials) if (error !== undefined) audit.failed?.(name, error);
      await writeJson(work, ASSESSED_KEY, assessed);
      await work.write(REGISTER_KEY, jsonLines(personsOf(register)));
      progress.end();
    },
    async publish(ending, ports) {
      const slices = new SlicesOfPeople();
      const lost: number[] = [];
      let errored = 0;
      const keys = Array.from({ length: stored.slices }, (_, slice) => figuresKey(slice));
      for await (const figures of readJsonAhead(work, keys, FIGURES)) {
        slices.add(figures.people);
        for (const unit of figures.lost) lost.push(unit);
        errored += figures.errored;
      }
      const assessed = await readJson(work, ASSESSED_KEY, ASSESSED);
      const notices = [...assessed.notices, ...ending.notices, ...(await lostNotice(plain.units, lost, ending))];
      const everybody = readJsonLines(work, PEOPLE, EVERYBODY);
      const register = readJsonLines(work, REGISTER_KEY, REGISTER);
      const { attacked: wanted, redact } = request.output;
      const attacked = wanted && !redact ? plain.attacked?.(await whole(), await knowing(), audit) : undefined;
      return publishPlain(
        plain,
        { ...ending, request, attack, stored, assessed, slices, everybody, register, attacked, notices, lost: lost.length, errored },
        { ...ports, work, progress },
      );
    },
  };
}

function* personsOf(register: Registered['register']): Generator<RegisterPerson> {
  if (register === undefined) return;
  const found = Map.groupBy(register.exposures, ({ person }) => person);
  for (const [person, id] of register.ids.entries()) yield { id, exposures: (found.get(person) ?? []).map((each) => ({ ...each, id })) };
}

/** An attack that throws is errored, never harmless. */
function attempted<T>(run: () => T, failed: (error: unknown) => void): T | null {
  try {
    return run();
  } catch (error) {
    failed(error);
    return null;
  }
}

/** Guesses with their truth; a unit without guesses is lost. */
async function exposuresOf<Truth>(
  plain: Pick<PlainKind<unknown, never, Truth, unknown>, 'judge'>,
  own: { readonly truths: WorkBlob<Truth | null> },
  work: BlobStore,
  { slice, start, end }: SlicePointer,
): Promise<{ readonly units: readonly (readonly Exposure[])[]; readonly lost: readonly number[]; readonly errored: number }> {
  const pointers = await readAllJsonLines(work, MANIFEST, UNIT_POINTERS, { start, end });
  const truths = await readAllJsonLines(work, truthKey(slice), own.truths);
  const found = new Map<number, readonly Guess[] | null>();
  for await (const { key } of work.list(foundPrefix(slice))) {
    for await (const { unit, guesses } of readJsonLines(work, key, FOUND)) found.set(unit, guesses);
  }
  const lost = pointers.flatMap(({ unit }) => (found.has(unit) ? [] : [unit]));
  const units = pointers.map(({ unit }, at) => {
    const truth = truths[at] ?? null;
    return (found.get(unit) ?? []).map((guess): Exposure => ({ ...guess, unit, truth: truth === null ? null : plain.judge(truth, guess) }));
  });
  const errored = [...found.values()].filter((guesses) => guesses === null).length;
  return { units, lost, errored };
}
