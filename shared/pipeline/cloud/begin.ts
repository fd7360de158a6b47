import { campaignAdmission } from '../../contracts/campaign.ts';
import { admission } from '../../contracts/execution.ts';
import type { Line, LinePlace } from '../../contracts/line.ts';
import { parseContract } from '../../contracts/parse.ts';
import { answerKey, type DropAnswer, inLine, ofAudit } from './answers.ts';
import { campaignExecution, isCampaignId } from './campaign.ts';
import { holds, join, type LineStore, leave, letIn, turnOf } from './line.ts';

type Machine = 'audit' | 'campaign';

/** Null if there is no execution of that name. */
type Standing = { readonly status: 'running' | 'succeeded' | 'failed' } | null;

export interface BeginPorts {
  readonly line: LineStore;
  /** Children of one map at once, if the account has room. */
  readonly childConcurrency: number;
  /** Epoch seconds. */
  now(): number;
  /** The row of the ledger; null after a purge. */
  entry(id: string): Promise<{ readonly input: string; readonly execution: string | null } | null>;
  /** Starts once under a name; answers the name that the execution got. */
  start(machine: Machine, run: { readonly name: string; readonly input: unknown; readonly since: number }): Promise<string>;
  started(id: string, execution: string): Promise<void>;
  describe(machine: Machine, execution: string): Promise<Standing>;
  /** Links to an execution. */
  seen(machine: Machine, execution: string): { readonly execution: string; readonly console: string };
  answer(said: DropAnswer, anew: boolean): Promise<void>;
  /** The answer `accepted`; null if it was deleted. */
  said(key: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Hears of a start that failed: it is tried again every few minutes. */
  failed(error: unknown): void;
}

const machineOf = ({ lane }: Pick<LinePlace, 'lane'>): Machine => (lane === 'campaign' ? 'campaign' : 'audit');

/**
 * Joins the line, once, and begins every execution whose turn it is. `accepted` is answered with the place of the run or in the line.
 * Returns the number of functions it may run, or its place in the line.
 */
export async function takeTurn(
  place: Omit<LinePlace, 'children' | 'since'>,
  ports: BeginPorts,
  accepted: DropAnswer | null,
): Promise<{ readonly children: number } | NonNullable<ReturnType<typeof turnOf>>> {
  const now = ports.now();
  const { own, turn, started } = await ports.line.update((before) => {
    const { line, started } = letIn(join(before, { ...place, since: now }), ports.childConcurrency, now);
    const own = line.running.find(({ id }) => id === place.id);
    return { line, answer: { own, turn: turnOf(line, place.id, ports.childConcurrency), started } };
  });
  await beginAll(
    started.filter(({ id }) => id !== place.id),
    ports,
  );
  if (own !== undefined) {
    await begin(own, ports, accepted);
    return own;
  }
  const waits = turn as NonNullable<typeof turn>;
  if (accepted !== null) await ports.answer({ ...accepted, says: { ...accepted.says, ...inLine(waits) } }, true);
  return waits;
}

/** After an end: executions whose turn it is begin. */
export async function giveTokensBack(id: string, ports: BeginPorts): Promise<void> {
  await beginAll(await letInNext(ports, (line) => leave(line, id, ports.now())), ports);
}

/** A redriven execution runs past the line. */
export const runsAgain = (place: Omit<LinePlace, 'children' | 'since'>, ports: BeginPorts): Promise<void> =>
  ports.line.update((line) => ({ line: holds(line, { ...place, since: ports.now() }, ports.childConcurrency), answer: undefined }));

/** Executions that are looked at in one turn. */
const LOOKED_AT = 50;
/** Seconds. The service may not know a younger execution yet, and a campaign asks for the turns of its audits every other minute. */
const YOUNG_S = 600;

/**
 * Every few minutes: takes back tokens of executions whose end was not reported, begins those that were let in and never began, and tells the
 * line how many functions the account runs at once.
 */
export async function lookAround(account: number, ports: BeginPorts, random: () => number): Promise<void> {
  const { running } = await ports.line.read();
  const old = running.filter(({ since }) => since < ports.now() - YOUNG_S);
  const some = old.map((place) => ({ place, order: random() })).sort((a, b) => a.order - b.order);
  const gone = new Set<string>();
  for (const { place } of some.slice(0, LOOKED_AT)) {
    const entry = await ports.entry(place.id);
    const execution = entry === null ? null : await ports.describe(machineOf(place), executionOf(place, entry));
    if (entry === null || (execution === null ? place.ofCampaign : execution.status !== 'running')) gone.add(place.id);
    else if (execution === null) await beginAll([place], ports);
  }
  const started = await letInNext(ports, (line) =>
    [...gone].reduce((rest, id) => leave(rest, id, ports.now()), line.account === account ? line : { ...line, account }),
  );
  await beginAll(started, ports);
}

const executionOf = (
  { id, ofCampaign }: LinePlace,
  { input, execution }: { readonly input: string; readonly execution: string | null },
): string => execution ?? (ofCampaign ? campaignExecution(parseContract(admission, JSON.parse(input))) : id);

const letInNext = (ports: BeginPorts, change: (line: Line) => Line): Promise<readonly LinePlace[]> =>
  ports.line.update((before) => {
    const { line, started } = letIn(change(before), ports.childConcurrency, ports.now());
    return { line, answer: started };
  });

/** A failed start does not stop the others. */
async function beginAll(places: readonly LinePlace[], ports: BeginPorts): Promise<void> {
  for (const place of places) await begin(place, ports, null).catch((error) => ports.failed(error));
}

/** A campaign starts and answers its audits itself. */
async function begin(place: LinePlace, ports: BeginPorts, accepted: DropAnswer | null): Promise<void> {
  if (place.ofCampaign) return;
  const entry = await ports.entry(place.id);
  if (entry === null) return giveTokensBack(place.id, ports);
  const machine = machineOf(place);
  const admitted = JSON.parse(entry.input) as { readonly admittedAt: string };
  const audit = { auditId: place.id, day: admitted.admittedAt.slice(0, 10) };
  const input = machine === 'audit' ? { audit, children: place.children } : { audit };
  const execution = await ports.start(machine, { name: place.id, input, since: Date.parse(admitted.admittedAt) });
  await ports.started(place.id, execution);
  const said = accepted ?? (await waited(place, entry.input, ports));
  if (said !== null) await ports.answer({ ...said, says: { ...said.says, ...ports.seen(machine, execution) } }, accepted !== null);
}

/** The answer it got when it began to wait, without its place in the line. */
async function waited(place: LinePlace, input: string, ports: BeginPorts): Promise<DropAnswer | null> {
  const of = ofAdmitted(place.id, JSON.parse(input));
  const said = await ports.said(answerKey(of.drop, 'accepted'));
  if (said === null) return null;
  const { status: _, drop: __, [`${of.of}_id`]: ___, message: ____, waiting: _____, ...says } = said;
  return { ...of, status: 'accepted', says };
}

function ofAdmitted(id: string, input: unknown): Pick<DropAnswer, 'drop' | 'of' | 'id' | 'day'> {
  if (!isCampaignId(id)) return ofAudit(parseContract(admission, input));
  const { file, admittedAt } = parseContract(campaignAdmission, input);
  return { drop: file.key, of: 'campaign', id, day: admittedAt.slice(0, 10) };
}
