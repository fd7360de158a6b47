import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EndlessCampaign } from '../../scripts/faults/campaign.ts';
import { Client } from '../../scripts/faults/client.ts';
import { childrenOf, grownBy, quartersOf, type Sample, sampleOf } from '../../scripts/faults/samples.ts';
import type { Bar } from '../bench.ts';
import { writeRelease } from '../releases.ts';

const CLIENTS = 3;

/** The local server under load and a campaign next to it, on Linux: does memory grow, is anything never closed, is anything left? */
export async function soak(minutes: number): Promise<Bar[]> {
  const folder = mkdtempSync(join(tmpdir(), 'unveil-soak-'));
  const shape = { groups: 30, members: 4, support: 20, transactions: 600, context: 5 };
  const { release, original } = writeRelease(folder, shape);
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const child = spawn(process.execPath, [resolve('bin/unveil.mjs'), 'serve', '--json', '--results', join(folder, 'results')], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (piece) => (errors += String(piece)));
  const ended = new Promise<string>((done) => child.on('close', (status) => done(`unveil serve ended with ${status}: ${errors}`)));
  const campaign = new EndlessCampaign(folder, release, original);
  try {
    const address = await addressOf(child, ended);
    const [server] = childrenOf(child.pid ?? 0) as [number];
    const client = await Client.open(address);
    await client.audit(release, original);
    await campaign.begun();
    await pause(6_000);
    const idle = sampleOf(server);
    const samples: { server: Sample; campaign: Sample }[] = [];
    const counts = { audits: 0, cancelled: 0, brokenOff: 0, walks: 0 };
    const until = performance.now() + minutes * 60_000;
    const use = async (number: number): Promise<void> => {
      for (let turn = number; performance.now() < until; turn += 1) {
        if (turn % 4 === 0) counts.cancelled += 1;
        else counts.audits += 1;
        if (turn % 4 === 0) await client.cancelled(release, original, 200 + 150 * (turn % 7));
        else await client.audit(release, original);
        await client.brokenOff();
        counts.brokenOff += 1;
        for (let walk = 0; walk < 10; walk += 1) await client.looksAround();
        counts.walks += 10;
      }
    };
    const watch = async (): Promise<void> => {
      while (performance.now() < until) {
        samples.push({ server: sampleOf(server), campaign: campaign.sample() });
        await pause(1_000);
      }
    };
    const all = Promise.all([watch(), ...Array.from({ length: CLIENTS }, (_, number) => use(number))]);
    // A client that is hung up on, and a server that has ended, look alike to the client.
    await Promise.race([all, ended.then((how) => Promise.reject(new Error(how)))]).catch(async (error) => {
      throw child.exitCode === null ? error : new Error(await ended);
    });
    const campaignAudits = campaign.audits;
    const leftOfCampaign = await campaign.stop();
    // Connections that the server closes when idle.
    await pause(7_000);
    const after = sampleOf(server);
    const [held] = readdirSync(temporary);
    const left = readdirSync(join(temporary, held ?? '')).length;
    child.kill('SIGINT');
    await ended;
    return report({ idle, after, samples, counts, campaignAudits, left: leftOfCampaign + left + readdirSync(temporary).length });
  } finally {
    campaign.kill();
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addressOf(child: ChildProcess, ended: Promise<string>): Promise<string> {
  let out = '';
  for await (const piece of child.stdout ?? []) {
    out += String(piece);
    if (out.endsWith('\n')) return (JSON.parse(out) as { address: string }).address;
  }
  throw new Error(await ended);
}

interface Soaked {
  readonly idle: Sample;
  readonly after: Sample;
  readonly samples: readonly { readonly server: Sample; readonly campaign: Sample }[];
  readonly counts: Readonly<Record<'audits' | 'cancelled' | 'brokenOff' | 'walks', number>>;
  readonly campaignAudits: number;
  readonly left: number;
}

function report({ idle, after, samples, counts, campaignAudits, left }: Soaked): Bar[] {
  const server = quartersOf(samples.map((sample) => sample.server));
  const campaign = quartersOf(samples.map((sample) => sample.campaign));
  const { audits, cancelled, brokenOff, walks } = counts;
  console.log(
    `    ${audits} audits, ${cancelled} cancelled, ${brokenOff} sendings broken off, ${walks * 5} pages, ${campaignAudits} audits of the campaign`,
  );
  const flat = (what: string, grown: number): Bar => ({
    what: `memory of the ${what}: the last quarter over the second`,
    figure: grown.toFixed(3),
    bar: 'under 1.1',
    met: grown < 1.1,
  });
  return [
    flat('server', grownBy(server)),
    flat('campaign', grownBy(campaign)),
    {
      what: 'descriptors of the server after and before',
      figure: `${after.descriptors} and ${idle.descriptors}`,
      bar: 'no more',
      met: after.descriptors <= idle.descriptors,
    },
    {
      what: 'descriptors of the campaign, most of the last quarter and of those before',
      figure: `${campaign.descriptors[3]} and ${Math.max(...campaign.descriptors.slice(0, 3))}`,
      bar: 'no more',
      met: (campaign.descriptors[3] ?? 0) <= Math.max(...campaign.descriptors.slice(0, 3)),
    },
    { what: 'files and folders left', figure: String(left), bar: '0', met: left === 0 },
  ];
}
