import type { AttackIdentity } from '../../app/audit/attack/attack-identity.ts';
import type { PeopleFindings } from '../../app/audit/people/finish-people.ts';
import type { Answered } from '../../app/audit/people/people-report.ts';
import type { Words } from '../../app/audit/people/people-text.ts';
import type { Notice } from '../../app/audit/publish/notice.ts';
import { writeJson } from '../../app/blobs/json-lines.ts';
import type { OpenedFile } from '../../app/read-release.ts';
import type { AuditRequest } from '../../contracts/audit-request.ts';
import type { ReportData, Section } from '../../contracts/report-data.ts';
import type { Cell, Table } from '../../contracts/table.ts';
import { BadInput } from '../../core/model/bad-input.ts';
import type { Exposure } from '../../core/people/exposure.ts';
import type { Evidence, Verdict } from '../../core/verdict/verdict.ts';
import type { Files, Kind, Outcome, Told, UnitWords } from '../kind.ts';
import { READ, simpleSteps, storeSimple } from './simple-steps.ts';
import { simpleMachineSummary, simpleSummary } from './simple-summary.ts';

/**
 * A kind of release of few needs: it asks no source, and what is found of a unit fits in memory. It says what its units are, what an attacker
 * finds of one, what that means for people, and what to conclude; storing, slicing, the tables `audits`, `attacks`, `people` and `exposures`,
 * the gate on people, summary and page are done for it, in both homes. Units, truths, findings and sums travel as JSON.
 */
export interface SimpleKind<Unit, Truth, Finding, Sum> {
  readonly name: string;
  readonly units: UnitWords;
  /** What its people are called, and what is hidden of them. */
  readonly words: Words;
  tells(file: Pick<OpenedFile, 'name' | 'head' | 'table'>): Told;
  /** The attacks of a request, the one that states probabilities first. A BadInput where it names another's. */
  attacks(request: AuditRequest): readonly AttackIdentity[];
  /** Reads a release, with its original: only `truths` may depend on that. The order of units and people must follow from their content. */
  open(files: Files): Promise<SimpleRelease<Unit, Truth>>;
  /** What the whole release teaches an attacker; then units are attacked with it. */
  learn?(units: readonly Unit[], request: AuditRequest): Promise<unknown>;
  /** What the attacks find of one unit. It sees nothing of the original. */
  attack(unit: Unit, known: { readonly request: AuditRequest; readonly model: unknown }): Finding | Promise<Finding>;
  /** What was found, for people, and the figures that `conclude` adds up. `truth`: null without the original. */
  measure(unit: Unit, finding: Finding, truth: Truth | null, at: number): { readonly exposures: readonly Exposure[]; readonly sum: Sum };
  conclude(found: SimpleFound<Sum>): Conclusion;
}

export interface SimpleRelease<Unit, Truth> {
  readonly units: readonly Unit[];
  /** Of each unit; null without the original. */
  readonly truths: readonly Truth[] | null;
  /** Everybody in the release: an id, or null. A person's number in exposures is the position here. */
  readonly people: readonly (string | null)[];
  readonly notices: readonly Notice[];
}

/** All that was found, for the conclusion. */
export interface SimpleFound<Sum> {
  readonly request: AuditRequest;
  readonly hasOriginal: boolean;
  readonly unitCount: number;
  /** Of the units that were attacked, in their order. */
  readonly sums: readonly Sum[];
  /** Units on which the attack threw, and units that a step lost. */
  readonly erroredUnits: number;
  readonly lostUnits: number;
  /** Null where no probability is stated. */
  readonly people: PeopleFindings | null;
}

/** What a simple kind has to say. */
export interface Conclusion {
  /** What the verdict rests on. */
  readonly evidence: Evidence;
  /** The sentences that a publisher can quote. */
  statement(verdict: Verdict): string;
  /** A checked claim is false; null: nothing was checked. */
  readonly claimHolds: boolean | null;
  /** Cells of the table `attacks` by column, an attack each, in their order; those that name the attack are filled in. */
  readonly attacks: readonly Readonly<Record<string, Cell>>[];
  /** Tables of its own, all rows. */
  readonly tables?: readonly { readonly table: Table; readonly rows: readonly (readonly Cell[])[] }[];
  readonly facts: ReportData['facts'];
  readonly against?: ReportData['against'];
  readonly singlingOut: Answered;
  readonly linking: Answered;
  /** Redacted: figures, and no value of anybody. */
  sections(redacted: boolean): readonly Section[];
  readonly notices?: readonly Notice[];
  next(verdict: Verdict): readonly string[];
  readonly glossary?: ReportData['glossary'];
}

export interface SimpleOutcome extends Outcome {
  readonly kind: string;
  readonly auditId: string;
  readonly people: PeopleFindings | null;
  readonly everybody: number;
  readonly unitCount: number;
  readonly words: Words;
  readonly units: UnitWords;
  readonly attacks: readonly AttackIdentity[];
  readonly rows: Conclusion['attacks'];
  readonly facts: Conclusion['facts'];
  readonly claimHolds: boolean | null;
  readonly verdict: Verdict;
  readonly statement: string;
}

/** Reading, attacking, measuring, writing; learning where it does. */
const STEPS = 4;

/** The kind that the pipeline runs. */
export function simpleKind<Unit, Truth, Finding, Sum>(
  simple: SimpleKind<Unit, Truth, Finding, Sum>,
): Kind<SimpleRelease<Unit, Truth>, SimpleOutcome> {
  const learns = simple.learn !== undefined;
  return {
    name: simple.name,
    units: simple.units,
    tells: (file) => simple.tells(file),
    suits(request) {
      simple.attacks(request);
      // A gate that nobody judges would let everything through.
      if (request.gate !== undefined && !('people' in request.gate))
        throw new BadInput(`gate: of a ${simple.name} release it judges people only: --fail-above people=S@certainty=C`);
      return learns ? STEPS + 2 : STEPS;
    },
    open: (files) => simple.open(files),
    async read(given, { work }) {
      await writeJson(work, READ, await storeSimple(work, given));
      return { transactions: given.people.length };
    },
    plan: () => Promise.resolve({ asks: false, learns, measuresRelease: false, nouns: false }),
    steps: (audit) => simpleSteps(simple, audit),
    size: ({ units }) => Promise.resolve({ cells: units.map(() => 1), pairs: 0 }),
    summary: simpleSummary,
    machineSummary: simpleMachineSummary,
  };
}
