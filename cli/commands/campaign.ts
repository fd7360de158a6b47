import { basename, join } from 'node:path';
import type { CampaignResult } from '../../shared/contracts/campaign-result.ts';
import type { Options } from '../../shared/kit/option.ts';
import { wholeNumber } from '../../shared/kit/option-values.ts';
import { campaignAudits } from '../../shared/pipeline/cloud/campaign.ts';
import { duration } from '../audit/fetch-text.ts';
import { CampaignFolder, writeCampaign } from '../campaign/campaign-folder.ts';
import { planCampaign, runCampaign } from '../campaign/run-campaign.ts';
import { type Command, ExitCode, jsonLine, oneArgument, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { poolSize, runTasks } from '../pool/pool.ts';
import { readTextFile } from '../read-files.ts';

const OPTIONS = {
  out: {
    type: 'string',
    value: 'DIR',
    help: "results of each audit in a folder of its name, campaign-result.json and campaign.html (default unveil-results/NAME, NAME being the file's)",
  },
  jobs: { type: 'string', value: 'N', help: 'audits at once; by default as many as there are processors and memory has room for' },
  memory: {
    type: 'string',
    value: 'MB',
    help: 'for all of them together (default 60 % of what is free). An audit that does not fit into its part of it is done again alone, with all of it',
  },
  anew: { type: 'boolean', help: 'all audits, whatever is there' },
  json: { type: 'boolean', help: 'campaign-result.json on standard output too, in the place of a line for each audit' },
} as const satisfies Options;

const help = `unveil campaign: many audits from one file, several at once

Usage: unveil campaign campaign.json [options]

The file is that of the cloud (docs/formats.md): audits, defaults for them, and grids of settings to try. Each audit is an
"unveil audit" of its own, in a process beside others. A campaign that was interrupted goes on where it was when it is started again: what
succeeded is not repeated unless its request, a file that it names, or unveil has changed; what failed is tried again.

${optionHelp(OPTIONS)}
Exit codes: 1 an audit failed, else 2 one was rejected, else 3 a guarantee is broken, else 4 a risk is above its limit, else 0.
`;

export const command: Command = {
  help,
  options: OPTIONS,
  async run(argv, terminal) {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    const file = oneArgument(positionals, 'name a campaign: unveil campaign campaign.json', 'one campaign at a time');
    const jobs = values.jobs === undefined ? undefined : wholeNumber(values.jobs, '--jobs', 1);
    const memory = values.memory === undefined ? undefined : wholeNumber(values.memory, '--memory', 100);
    const planned = await planCampaign(campaignAudits(readTextFile(file), file, ['wordnet']), file);
    const folder = new CampaignFolder(values.out ?? join('unveil-results', basename(file).replace(/\.json$/i, '')));
    const lock = folder.open();
    try {
      const said = values.json === true ? { ...terminal, out: { write: () => {} } } : terminal;
      const size = poolSize(jobs, memory);
      const result = await runCampaign(planned, {
        file,
        folder,
        run: (tasks, ended) => runTasks(tasks, size, ended),
        anew: values.anew === true,
        ...told(said, size.jobs),
      });
      await writeCampaign(result, folder.path);
      said.out.write(totalText(result, folder.path));
      if (values.json === true) terminal.out.write(jsonLine(result));
      return exitOf(result);
    } finally {
      lock.release();
    }
  },
};

/** A line for each audit, with the time that is left as far as the work that is done tells. */
function told({ out }: Terminal, jobs: number) {
  const started = performance.now();
  return {
    begins(done: number, all: number): void {
      const before = done === 0 ? '' : `, ${done} of them done before`;
      out.write(`${counted(all)}${before}; ${jobs} at once\n`);
    },
    heard({ name, text, ended, all, share }: { name: string; text: string; ended: number; all: number; share: number }): void {
      const passed = performance.now() - started;
      const left = ended === all ? '' : `  (about ${duration((passed * (1 - share)) / share)} left)`;
      out.write(`${String(ended).padStart(String(all).length)} of ${all}  ${name}  ${text}${left}\n`);
    },
  };
}

function totalText({ totals, audits }: CampaignResult, path: string): string {
  const { succeeded, rejected, failed } = totals;
  return `${counted(audits.length)}: ${succeeded} succeeded, ${rejected} rejected, ${failed} failed\nresults: ${join(path, 'campaign-result.json')}\npage:    ${join(path, 'campaign.html')}\n`;
}

const counted = (audits: number): string => `${audits} ${audits === 1 ? 'audit' : 'audits'}`;

function exitOf({ totals, audits }: CampaignResult): ExitCode {
  if (totals.failed > 0) return ExitCode.failure;
  if (totals.rejected > 0) return ExitCode.badInput;
  const says = new Set(audits.map(({ word }) => word));
  if (says.has('guarantee broken')) return ExitCode.claimFalse;
  return says.has('above the limit') ? ExitCode.gateClosed : ExitCode.done;
}
