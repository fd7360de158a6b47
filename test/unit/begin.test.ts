// Executions that ended or never began unnoticed, found by the sweep.

import type { Line } from '../../shared/contracts/line.ts';
import type { DropAnswer } from '../../shared/pipeline/cloud/answers.ts';
import { type BeginPorts, giveTokensBack, lookAround, takeTurn } from '../../shared/pipeline/cloud/begin.ts';
import { EMPTY } from '../../shared/pipeline/cloud/line.ts';

const id = (n: number): string => String(n).padStart(40, '0');
const admissionOf = (n: number): string =>
  JSON.stringify({
    version: 2,
    auditId: id(n),
    day: '2026-11-19',
    name: 'a',
    admittedAt: '2026-11-19T10:00:00.000Z',
    drop: `inbox/${n}.txt`,
    team: null,
    ofCampaign: false,
    rejectionKey: `inbox/${n}.txt.rejected.json`,
    release: { key: `inbox/${n}.txt`, versionId: null, sha256: '0'.repeat(64) },
    original: null,
    labels: null,
    beside: {},
  });

class World {
  line: Line = EMPTY;
  clock = 1_000;
  readonly executions = new Map<string, 'running' | 'succeeded' | 'failed'>();
  readonly rows = new Map<string, { input: string; execution: string | null }>();
  readonly answers: DropAnswer[] = [];
  /** Starts fail while it is true, as where a function dies between its token and its execution. */
  down = false;
  readonly ports: BeginPorts = {
    line: {
      read: async () => this.line,
      update: async (change) => {
        const { line, answer } = change(this.line);
        this.line = line;
        return answer;
      },
    },
    childConcurrency: 6,
    now: () => this.clock,
    entry: async (of) => this.rows.get(of) ?? null,
    start: async (_machine, { name }) => {
      if (this.down) throw new Error('down');
      this.executions.set(name, 'running');
      return name;
    },
    started: async (of, execution) => {
      const row = this.rows.get(of);
      if (row !== undefined) this.rows.set(of, { ...row, execution });
    },
    describe: async (_machine, execution) => {
      const status = this.executions.get(execution);
      return status === undefined ? null : { status };
    },
    seen: (_machine, execution) => ({ execution, console: '' }),
    answer: async (said) => {
      this.answers.push(said);
    },
    said: async () => ({ status: 'accepted', drop: 'd', audit_id: 'i', message: 'waiting', waiting: {}, report: 'r' }),
    failed: () => {},
  };

  async drop(n: number): Promise<unknown> {
    this.rows.set(id(n), { input: admissionOf(n), execution: null });
    const accepted: DropAnswer = {
      drop: `inbox/${n}.txt`,
      of: 'audit',
      id: id(n),
      day: '2026-11-19',
      status: 'accepted',
      says: { report: 'r' },
    };
    return takeTurn({ id: id(n), lane: 'large', team: null, ofCampaign: false }, this.ports, accepted);
  }
}

test('a drop that waited begins when another gives its tokens back, and is told so with what was said before', async () => {
  const world = new World();
  expect(await world.drop(1)).toMatchObject({ children: 3 });
  expect(await world.drop(2)).toMatchObject({ before: 0 });
  expect(world.answers.at(-1)?.says).toMatchObject({ message: expect.stringContaining('waiting: 0 before you'), report: 'r' });
  await giveTokensBack(id(1), world.ports);
  expect([...world.executions.keys()]).toEqual([id(1), id(2)]);
  expect(world.answers.at(-1)).toMatchObject({ id: id(2), drop: 'inbox/2.txt', says: { report: 'r', execution: id(2) } });
  expect(world.answers.at(-1)?.says).not.toHaveProperty('waiting');
});

test('what ended and nobody told of gives its tokens back; what was let in and never began begins; what was purged goes', async () => {
  const world = new World();
  await world.drop(1);
  await world.drop(2);
  await world.drop(3);
  world.executions.set(id(1), 'failed');
  // Too young to be looked at.
  await lookAround(10, world.ports, () => 0.5);
  expect(world.line.running.map((place) => place.id)).toEqual([id(1)]);
  world.clock += 700;
  world.down = true;
  await lookAround(10, world.ports, () => 0.5);
  expect(world.line.running.map((place) => place.id)).toEqual([id(2)]);
  expect(world.executions.has(id(2))).toBe(false);
  world.down = false;
  world.clock += 700;
  await lookAround(10, world.ports, () => 0.5);
  expect(world.executions.get(id(2))).toBe('running');
  world.rows.delete(id(2));
  world.clock += 700;
  await lookAround(10, world.ports, () => 0.5);
  expect(world.line.running.map((place) => place.id)).toEqual([id(3)]);
});

test('an account that has grown lets more in at once', async () => {
  const world = new World();
  for (let n = 1; n <= 30; n += 1) await world.drop(n);
  expect(world.line.running).toHaveLength(1);
  await lookAround(1_000, world.ports, () => 0.5);
  expect(world.line.running).toHaveLength(30);
  expect(world.executions.size).toBe(30);
});
