import { campaignAdmission } from '../../contracts/campaign.ts';
import { admission } from '../../contracts/execution.ts';
import type { Line, LinePlace } from '../../contracts/line.ts';
import { parseContract } from '../../contracts/parse.ts';
import { answerKey, type DropAnswer, inLine, ofAudit } from './answers.ts';
import { isCampaignId } from './campaign.ts';
import { campaignExecution } from './executions.ts';
import { holds, join, type LineStore, leave, letIn, turnOf } from './line.ts';

type Machine = 'audit' | 'campaign';

/** How an execution stands; null where there is none of that name. */
type Standing = { readonly status: 'running' | 'succeeded' | 'failed' } | null;

/** What stands in line, and how it is begun. */
export interface BeginPorts {
  readonly line: LineStore;
  /** Children of one map at once, if the account has room. */
  readonly childConcurrency: number;
  /** Epoch seconds. */
  now(): number;
  /** What the ledger holds; null of what was purged. */
  entry(id: string): Promise<{ readonly input: string; readonly execution: string | null } | null>;
  /** Starts under a name that follows from the content, whoever else does; answers the name. */
  start(machine: Machine, run: { readonly name: string; readonly input: unknown; readonly since: number }): Promise<string>;
  started(id: string, execution: string): Promise<void>;
  describe(machine: Machine, execution: string): Promise<Standing>;
  /** Where an execution is seen. */
  seen(machine: Machine, execution: string): { readonly execution: string; readonly console: string };
  answer(said: DropAnswer, anew: boolean): Promise<void>;
  /** What was said of a drop when it was accepted; null where it was deleted. */
  said(key: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Told of one that could not be begun: it is tried again every few minutes. */
  failed(error: unknown): void;
}

const machineOf = ({ lane }: Pick<LinePlace, 'lane'>): Machine => (lane === 'campaign' ? 'campaign' : 'audit');

/**
 * Stands in line, once, and begins whoever's turn it is; `accepted` is answered, with where it runs or who comes before it. Answers how many
 * functions it may run, or who comes before it.
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

/** What has ended gives back its tokens, and whoever's turn it is begins. */
export async function giveTokensBack(id: string, ports: BeginPorts): Promise<void> {
  await beginAll(await letInNext(ports, (line) => leave(line, id, ports.now())), ports);
}

/** What was redriven runs again, past the line. */
export const runsAgain = (place: Omit<LinePlace, 'children' | 'since'>, ports: BeginPorts): Promise<void> =>
  ports.line.update((line) => ({ line: holds(line, { ...place, since: ports.now() }, ports.childConcurrency), answer: undefined }));

/** Executions that are looked at in one turn. */
const LOOKED_AT = 50;
/** Of what began a moment ago the service may not know yet; and a campaign asks for its audits' turns every other minute. */
const YOUNG_S = 600;

/**
 * Every few minutes: what has ended and nobody told of gives back its tokens, what was let in and never began begins, and the line learns what
 * the account runs at once.
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

/** One that cannot be begun keeps no other from beginning. */
async function beginAll(places: readonly LinePlace[], ports: BeginPorts): Promise<void> {
  for (const place of places) await begin(place, ports, null).catch((error) => ports.failed(error));
}

/** Starts what was let in, and says so. Of a campaign's audit the campaign does. */
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

/** What was said of it when it began to wait, and is still so. */
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
