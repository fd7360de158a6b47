import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Advice } from '../../shared/contracts/advice.ts';
import type { VerdictText } from '../../shared/contracts/verdict.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { percent } from '../../shared/core/verdict/figure-text.ts';
import { listedKind } from '../../shared/kinds/registry.ts';
import { transactionsIn } from '../../shared/kit/read/read-transactions.ts';
import type { TableGuide } from '../../shared/pipeline/guide/guide-table.ts';
import { recognisedCodes } from '../codes/codes-here.ts';
import { ExitCode, type LoadCommand, type Terminal } from '../command.ts';
import { lookAt } from '../look/look-at.ts';
import { OFFERS } from '../offers.ts';
import { readersHere } from '../readers.ts';
import { writeAtomically } from '../write-atomically.ts';
import { exposedTransactions } from './exposed.ts';
import { rarePairs } from './rare-pairs.ts';
import { FlowSteps, type Said } from './steps.ts';

/** More people than this, named with this confidence, are too many: a safer release is then looked for. */
const LIMIT = 'learned=0.05@confidence=0.8';
/** Of a table without a column that is to stay hidden. */
const SINGLED_OUT = 'singled-out=0.05';
const TARGET = 'people=0.05@certainty=0.8';
const K = '5';
/** A release that loses more says nothing. */
const MOST_LOSS = 0.9;

interface FlowInput {
  readonly file: string;
  /** How the table is read; null of a file of transactions. */
  readonly guide: TableGuide | null;
  readonly folder: string;
  readonly terminal: Terminal;
  readonly commands: Readonly<Record<string, LoadCommand>>;
}

/** From a file to a decision: reads it, says what it exposes, anonymises, audits, and looks for a safer release where too many are named. */
export async function runFlow({
  file,
  guide,
  folder,
  terminal,
  commands,
}: FlowInput): Promise<{ readonly code: ExitCode; readonly steps: readonly FlowStep[] }> {
  const steps = new FlowSteps(folder, file);
  const flow = new Flow(steps, terminal, commands);
  return { code: await taken(flow, file, guide), steps: flow.log };
}

async function taken(flow: Flow, file: string, guide: TableGuide | null): Promise<ExitCode> {
  const people = guide?.form === 'people';
  const data = await flow.read(file, guide);
  if (!people) {
    const look = await lookAt(data, { progress: SILENT });
    const sets = Number(look.facts.find(({ label }) => label === 'Generalised items')?.value ?? 0);
    flow.say(
      look.facts
        .filter(({ label }) => /^(?:Transactions|Distinct items|Codes|Known to)/.test(label))
        .map(({ label, value }) => `${label}: ${value}`),
    );
    if (sets > 0 || listedKind(look.kind)?.holds !== 'transactions') return flow.ofRelease(file);
  }
  await flow.exposed(data, people);
  const made = await flow.anonymise(data, people);
  if (!made) return ExitCode.done;
  if (people && !guide.columns.some(({ role }) => role === 'hidden')) flow.nothingIsHidden();
  return flow.decide(data);
}

const SILENT = { step: () => {}, advance: () => {}, end: () => {} };

interface FlowStep {
  readonly step: string;
  readonly says: readonly string[];
}

class Flow {
  readonly log: { readonly step: string; readonly says: string[] }[] = [];
  readonly #steps: FlowSteps;
  readonly #terminal: Terminal;
  readonly #commands: Readonly<Record<string, LoadCommand>>;
  #number = 0;
  #limit = LIMIT;

  constructor(steps: FlowSteps, terminal: Terminal, commands: Readonly<Record<string, LoadCommand>>) {
    this.#steps = steps;
    this.#terminal = terminal;
    this.#commands = commands;
  }

  say(lines: readonly string[]): void {
    this.log.at(-1)?.says.push(...lines);
    for (const line of lines) this.#terminal.out.write(`   ${line}\n`);
  }

  /** Nothing can be learned of a person but that they are in the table. */
  nothingIsHidden(): void {
    this.#limit = SINGLED_OUT;
  }

  #title(text: string, again: boolean): void {
    this.#number += 1;
    this.log.push({ step: text, says: [] });
    this.#terminal.out.write(`${this.#number}. ${text}${again ? ' (done before)' : ''}\n`);
  }

  /** Runs a command of unveil with its words; what it prints is kept, and what is wrong ends the flow. */
  async #run(name: string, words: readonly string[]): Promise<Said> {
    let says = '';
    let gate: string | undefined;
    const err = {
      write: (text: string): unknown => {
        // The decision says it.
        gate = /^gate (?:open|closed): (.*)$/m.exec(text)?.[1] ?? gate;
        return text.startsWith('gate ') ? undefined : this.#terminal.err.write(text);
      },
    };
    const quiet: Terminal = { out: { write: (text) => (says += text) }, err };
    const load = this.#commands[name];
    const { command } = await load();
    const code = await command.run(words, quiet, this.#commands);
    return { says, code, ...(gate === undefined ? {} : { gate }) };
  }

  async read(file: string, guide: TableGuide | null): Promise<string> {
    if (guide === null || guide.options === null) {
      this.#title('Read', false);
      return file;
    }
    const name = guide.form === 'people' ? 'people.csv' : 'transactions.jsonl';
    const out = this.#steps.at(name);
    const renumber = guide.form === 'people' ? [] : ['--renumber'];
    const words = [file, ...guide.options, ...renumber, '--out', out, '--force'];
    const { says, again } = await this.#steps.step('read', words.slice(1), [name], () => this.#run('import', words));
    this.#title('Read', again);
    this.say(says.trim().split('\n').slice(0, 1));
    return out;
  }

  async exposed(data: string, people: boolean): Promise<void> {
    const { says, again } = await this.#steps.step('exposed', [], [], async () => ({
      says: (people ? await exposedPeople(data) : await exposedTransactions(data)).join('\n'),
      code: 0,
    }));
    this.#title('Exposed as it is', again);
    this.say(says.split('\n'));
  }

  /** False where nothing had to be hidden. */
  async anonymise(data: string, people: boolean): Promise<boolean> {
    const ways = people ? [['--method', 'mondrian', '--k', K, '--roles', rolesOf(data)]] : await this.#ways(data);
    const out = this.#steps.at('release');
    const { says, again, code } = await this.#steps.step('anonymise', ways.flat(), ['release/audit.json'], async () => {
      let said: Said = { says: '', code: ExitCode.failure };
      for (const words of ways) {
        rmSync(out, { recursive: true, force: true });
        said = await this.#run('anonymise', [data, ...words, '--out', out]);
        if (said.code === ExitCode.done && lossOf(said.says) < MOST_LOSS) break;
      }
      return said;
    });
    const what = people ? 'everybody is like 4 others or more' : `what is published together appears ${K} times or more`;
    this.#title(`Anonymised: ${what}`, again);
    if (code !== ExitCode.done)
      throw new BadInput(`no release with k = ${K} can be made of this data; say more in "unveil anonymise"`, { file: data });
    this.say([
      ...(people
        ? []
        : [`${figureOf(says, 'generalisedItems')} generalised items, ${percent(figureOf(says, 'suppressedShare'))} of the items left out`]),
      `${percent(figureOf(says, 'ncp'))} of the detail is lost (NCP)`,
    ]);
    if (!says.includes('there is nothing to audit')) return true;
    this.say([`It holds already, in ${K} transactions or more: nothing had to be hidden.`, `Release: ${out}/release.jsonl`]);
    return false;
  }

  /** Rare items and rare pairs of items first, behind others of their block or chapter, else behind any; then items alone. */
  async #ways(data: string): Promise<string[][]> {
    const rows = (await transactionsIn(data, readersHere())).map(({ items }) => [...new Set(items.map(String))].toSorted());
    const items = [...new Set(rows.flat())];
    const codes = recognisedCodes(new Set(items));
    const singles = await this.#written(
      'privacy-items.jsonl',
      items.map((item) => [item]),
    );
    const pairs = rarePairs(rows, Number(K));
    const both = pairs === null ? null : await this.#written('privacy.jsonl', [...items.map((item) => [item]), ...pairs]);
    const coat = (privacy: string, utility: string): string[] => [
      '--method',
      'coat',
      '--k',
      K,
      '--privacy',
      privacy,
      '--utility',
      utility,
      '--max-suppressed',
      '1',
    ];
    return [
      ...(both === null || codes === null ? [] : [coat(both, `codes:${codes.name}`)]),
      ...(both === null ? [] : [coat(both, 'all')]),
      coat(singles, 'all'),
    ];
  }

  async #written(name: string, sets: readonly (readonly string[])[]): Promise<string> {
    const path = this.#steps.at(name);
    await writeAtomically(
      path,
      sets.map((items) => `${JSON.stringify({ items })}\n`),
    );
    return path;
  }

  /** A release that leaks or cannot be judged is mended, and what comes of it is audited under the same limit: that audit decides. */
  async decide(data: string): Promise<ExitCode> {
    const release = this.#steps.at('release');
    const first = await this.#audit(join(release, 'audit.json'), 'audit', 'Audited');
    if (first.code !== ExitCode.gateClosed || this.#limit === SINGLED_OUT) return this.#decision(first, release, 'audit');
    const out = this.#steps.at('safer');
    const words = ['--release', release, '--target', TARGET];
    const { says, again } = await this.#steps.step('advise', words, ['safer/audit.json'], () => {
      rmSync(out, { recursive: true, force: true });
      return this.#run('advise', [data, ...words, '--out', out]);
    });
    const advice = JSON.parse(readFileSync(join(out, 'advice.json'), 'utf8')) as Advice;
    if (advice.chosen === 'as given') {
      this.#title('Safer release: none found', again);
      this.say([
        advice.last.given.people.value === 0
          ? 'The attacks name nobody with 80 % confidence, so there is nothing to mend. It is the proof that is missing.'
          : 'Nothing that was tried is safer at this loss.',
      ]);
      return this.#decision(first, release, 'audit');
    }
    this.#title('Safer release', again);
    this.say(says.split('\n').slice(0, 1));
    return this.#decision(await this.#audit(join(out, 'audit.json'), 'safer-audit', 'Audited again'), out, 'safer-audit');
  }

  /** A release that was given: nothing is made of it. */
  async ofRelease(file: string): Promise<ExitCode> {
    return this.#decision(await this.#audit(file, 'audit', 'It is a release already: audited'), null, 'audit');
  }

  async #audit(release: string, name: string, title: string): Promise<Said> {
    const words = ['--fail-above', this.#limit];
    const said = await this.#steps.step(name, [release, ...words], [`${name}/_SUCCESS.json`], () =>
      this.#run('audit', [release, ...words, '--out', this.#steps.at(name), '--yes']),
    );
    this.#title(title, said.again);
    const [, verdict = ''] = said.says.split(/\n{2,}/);
    this.say(verdict.split('\n'));
    return said;
  }

  /** Next step of the audit. */
  #next(audit: string): string[] {
    const file = join(this.#steps.at(audit), 'verdict.json');
    if (!existsSync(file)) return [];
    const { text } = JSON.parse(readFileSync(file, 'utf8')) as { readonly text: VerdictText };
    return [`Next: ${text.next}`];
  }

  #decision({ code, gate }: Said, release: string | null, audit: string): ExitCode {
    const good = code === ExitCode.done;
    this.#title('Decision', false);
    this.say([
      good
        ? `It keeps the limit: at most 5 % of the people ${this.#limit === LIMIT ? 'have a hidden fact learned' : 'are singled out'}, by the attacks that were tried. This is no proof of safety.`
        : `Do not publish it as it is. ${DECISIONS[code] ?? ''}${gate === undefined ? '' : ` ${gate}`}`,
      ...(good ? [] : this.#next(audit)),
      ...(release === null ? [] : [`Release: ${release}. original.* in it is not for others.`]),
      `Report: ${this.#steps.at(audit)}/report.html`,
    ]);
    return good ? ExitCode.done : code === ExitCode.claimFalse ? ExitCode.claimFalse : ExitCode.gateClosed;
  }
}

const DECISIONS: Readonly<Record<number, string>> = {
  [ExitCode.failure]: 'An attack failed.',
  [ExitCode.claimFalse]: 'It breaks its guarantee.',
  [ExitCode.gateClosed]: 'Nothing proves that the limit of 5 % of the people is kept:',
};

const figureOf = (says: string, name: string): number => Number(new RegExp(`^${name} +(\\S+)`, 'm').exec(says)?.[1] ?? 0);
const lossOf = (says: string): number => figureOf(says, 'ncp') + figureOf(says, 'suppressedShare');

async function exposedPeople(data: string): Promise<readonly string[]> {
  const found = await Promise.all(OFFERS.map(({ exposed }) => exposed?.(data, { roles: rolesOf(data) }, readersHere()) ?? []));
  return found.flat();
}

const rolesOf = (people: string): string => people.replace(/\.csv$/, '.roles.json');
