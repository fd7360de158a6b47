import { join } from 'node:path';
import { EARLIER_VERSION, type StoredConclusion } from '../../shared/contracts/verdict.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { claimsHold } from '../../shared/core/verdict/claim.ts';
import type { Options } from '../../shared/kit/option.ts';
import { SUBMIT_OPTIONS } from '../audit/options.ts';
import { auditName, isRequestFile, parseRequest, readRequestFile } from '../audit/request.ts';
import { type Values as AuditValues, fromOptions, mergeRequests, namingOptions } from '../audit/request-of-options.ts';
import { VERSION } from '../audit/version.ts';
import { CLOUD_JSON, ESTIMATE_OPTIONS, INBOX_OPTIONS, PURGE_OPTIONS, RESULTS_OPTIONS, STACK_OPTIONS } from '../cloud/options.ts';
import type { PurgedCampaign } from '../cloud/purge.ts';
import type { Stack } from '../cloud/stack.ts';
import { type Command, ExitCode, jsonLine, optionHelp, parseOptions, type Terminal } from '../command.ts';
import { terminalProgress } from '../progress.ts';

const help = `unveil cloud: audits in your own AWS account

Usage: unveil cloud submit RELEASE|audit.json [--name NAME] [options of "unveil audit"]
                                                 drops it into the inbox; prints the audit's id
       unveil cloud submit ... --team TEAM       below that team's inbox, where the stack has teams
       unveil cloud submit CAMPAIGN.json --campaign   many audits under one parent (docs/formats.md); prints the campaign's id
       unveil cloud status AUDIT|CAMPAIGN        how far it is; of a drop that was rejected, why; of a campaign, each audit by name
       unveil cloud redrive AUDIT|CAMPAIGN       lets what failed go on where it failed, within 14 days; of a campaign, its audits too
       unveil cloud results AUDIT [--out DIR]    copies the results, laid out as the laptop's
       unveil cloud results CAMPAIGN             its audits, where the results of each stand, and its page
       unveil cloud push SOURCE                  puts a source where the stack can read it: wordnet, corpus:NAME, embeddings
                                                 (the optional package's word vectors) embeddings:corpus:NAME
                                                 (unveil corpus vectors) or embeddings:FILE (GloVe's text format)
       unveil cloud doctor                       what of the account's quotas, the stack's settings and versions to change
       unveil cloud estimate RELEASE [--original] [--cached SHARE]
                                                 what the audit would cost, with an original or without; nothing is sent
       unveil cloud purge AUDIT|CAMPAIGN --yes   deletes all versions of all its objects; of a campaign, its audits too

--fail-above, or "gate" in audit.json, is judged there as here; status and results repeat the verdict, and an event tells of a closed gate.
Exit codes: 0 done or under way, 1 failed, 2 bad input or rejected, 3 the release breaks its guarantee, 4 the risk is above your limit.

${optionHelp({ ...STACK_OPTIONS, ...INBOX_OPTIONS, ...RESULTS_OPTIONS, ...ESTIMATE_OPTIONS, ...PURGE_OPTIONS })}
docs/operations.md explains deployment, cost and alarms.
`;

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

interface Action {
  readonly options: Options;
  run(subject: string | undefined, values: Values, terminal: Terminal): Promise<ExitCode>;
}

/** The SDK is loaded by the action that needs it: the rest of the command line never sees it. */
const ACTIONS: Readonly<Record<string, Action>> = {
  submit: {
    options: { ...STACK_OPTIONS, ...SUBMIT_OPTIONS, ...INBOX_OPTIONS },
    async run(subject, values, terminal) {
      const { readStack, teamIn } = await import('../cloud/stack.ts');
      if (values['campaign'] === true) {
        const { submitCampaign } = await import('../cloud/campaign.ts');
        const stack = readStack(text(values, 'stack'));
        const id = await submitCampaign(stack, named(subject, 'a campaign file'), teamIn(stack, values['team']));
        terminal.out.write(submitted(id, values));
        return ExitCode.done;
      }
      const file = named(subject, 'a release or an audit.json');
      const raw = isRequestFile(file) ? readRequestFile(file) : { release: file };
      const given = fromOptions(values as AuditValues);
      const { submit } = await import('../cloud/submit.ts');
      const stack = readStack(text(values, 'stack'));
      const team = teamIn(stack, values['team']);
      const id = await namingOptions(given, async () => {
        const request = parseRequest(mergeRequests(raw, given), isRequestFile(file) ? file : undefined);
        return submit(stack, request, auditName(request), team);
      });
      terminal.out.write(submitted(id, values));
      return ExitCode.done;
    },
  },
  status: {
    options: STACK_OPTIONS,
    async run(subject, values, terminal) {
      const [{ auditIdOf, isCampaign, readStack }, { statusOf }] = await Promise.all([
        import('../cloud/stack.ts'),
        import('../cloud/status.ts'),
      ]);
      const id = auditIdOf(subject);
      if (isCampaign(id)) return statusOfCampaign(id, values, terminal);
      const { status, reason, conclusion } = await statusOf(readStack(text(values, 'stack')), id);
      const more = reason ?? (status === 'succeeded' ? headlineOf(conclusion) : null);
      const line = more === null ? `${status}\n` : `${status}: ${more}\n`;
      terminal.out.write(values['json'] === true ? jsonLine({ id, status, reason, ...verdictOf(conclusion) }) : line);
      if (status === 'rejected') return ExitCode.badInput;
      return status === 'failed' ? ExitCode.failure : verdictCode(conclusion, terminal);
    },
  },
  redrive: {
    options: STACK_OPTIONS,
    async run(subject, values, terminal) {
      const [{ auditIdOf, readStack }, { redrive }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/redrive.ts')]);
      const redriven = await redrive(readStack(text(values, 'stack')), auditIdOf(subject));
      for (const { id, reason } of redriven) {
        if (values['json'] === true) terminal.out.write(jsonLine({ id, reason }));
        else if (reason === null) terminal.out.write(`${id} goes on\n`);
        else terminal.err.write(`${id}: ${reason}\n`);
      }
      return redriven.every(({ reason }) => reason === null) ? ExitCode.done : ExitCode.failure;
    },
  },
  results: {
    options: { ...STACK_OPTIONS, ...RESULTS_OPTIONS },
    async run(subject, values, terminal) {
      const [{ auditIdOf, isCampaign, readStack }, { fetchResults }, { conclusionOf }] = await Promise.all([
        import('../cloud/stack.ts'),
        import('../cloud/results.ts'),
        import('../cloud/status.ts'),
      ]);
      const [stack, id] = [readStack(text(values, 'stack')), auditIdOf(subject)];
      if (isCampaign(id)) return resultsOfCampaign(id, stack, values, terminal);
      const out = values['out'] === undefined ? join('unveil-results', id) : text(values, 'out');
      const files = await fetchResults(stack, id, out);
      const conclusion = await conclusionOf(stack, id);
      const line = `${headlineOf(conclusion)}\n${files} files: ${out}\n`;
      terminal.out.write(values['json'] === true ? jsonLine({ id, files, out, ...verdictOf(conclusion) }) : line);
      return verdictCode(conclusion, terminal);
    },
  },
  push: {
    options: STACK_OPTIONS,
    async run(subject, values, terminal) {
      const spec = named(subject, 'a source: wordnet, corpus:NAME, embeddings or embeddings:FILE');
      const [{ readStack }, { pushSource }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/push.ts')]);
      const key = await pushSource(readStack(text(values, 'stack')), spec, terminalProgress(terminal));
      terminal.out.write(values['json'] === true ? jsonLine({ source: spec, key }) : `${key}\n`);
      return ExitCode.done;
    },
  },
  doctor: {
    options: STACK_OPTIONS,
    async run(subject, values, terminal) {
      if (subject !== undefined) throw new BadInput('the doctor looks at the whole stack and takes no argument but --stack');
      const [{ readStack }, { examine, findingLines }] = await Promise.all([import('../cloud/stack.ts'), import('../cloud/doctor.ts')]);
      const findings = await examine(readStack(text(values, 'stack')), VERSION);
      terminal.out.write(values['json'] === true ? findings.map(jsonLine).join('') : findingLines(findings));
      return findings.some(({ kind }) => kind === 'mend') ? ExitCode.failure : ExitCode.done;
    },
  },
  estimate: {
    options: { ...ESTIMATE_OPTIONS, ...CLOUD_JSON },
    async run(subject, values, terminal) {
      const cached = Number(text(values, 'cached'));
      if (text(values, 'cached').trim() === '' || !(cached >= 0 && cached <= 1)) throw new BadInput('--cached takes a share from 0 to 1');
      const { estimate, estimateText } = await import('../cloud/estimate.ts');
      const priced = await estimate(named(subject, 'a release'), cached, values['original'] === true);
      terminal.out.write(values['json'] === true ? jsonLine(priced.figures) : estimateText(priced));
      return ExitCode.done;
    },
  },
  purge: {
    options: { ...STACK_OPTIONS, ...PURGE_OPTIONS },
    async run(subject, values, terminal) {
      const { auditIdOf, isCampaign, readStack } = await import('../cloud/stack.ts');
      const id = auditIdOf(subject);
      const of = isCampaign(id) ? 'the campaign, its audits and the files it names' : 'the audit';
      if (values['yes'] !== true) throw new BadInput(`this deletes every version of every object of ${of}; say --yes if it is meant`);
      const { deleted, kept } = await purged(readStack(text(values, 'stack')), id);
      if (values['json'] === true) {
        terminal.out.write(jsonLine({ deleted, kept }));
        return ExitCode.done;
      }
      terminal.out.write(`${deleted} versions deleted\n`);
      for (const each of kept) terminal.err.write(`kept ${each}: another campaign ran it first\n`);
      return ExitCode.done;
    },
  },
};

async function purged(stack: Stack, id: string): Promise<PurgedCampaign> {
  if ((await import('../cloud/stack.ts')).isCampaign(id)) return (await import('../cloud/purge.ts')).purgeCampaign(stack, id);
  return { deleted: await (await import('../cloud/purge.ts')).purge(stack, id), kept: [] };
}

/** The audits by name. The command fails when the campaign or an audit of it did. */
async function statusOfCampaign(id: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const [{ readStack }, { campaignExit, campaignLines, campaignStatus }] = await Promise.all([
    import('../cloud/stack.ts'),
    import('../cloud/campaign.ts'),
  ]);
  const campaign = await campaignStatus(readStack(text(values, 'stack')), id);
  if (campaign === null) {
    terminal.out.write(values['json'] === true ? jsonLine({ id, audits: null, error: null }) : 'not started\n');
    return ExitCode.done;
  }
  const { audits, error } = campaign;
  if (values['json'] === true) {
    terminal.out.write(jsonLine({ id, audits, error }));
    return campaignExit(campaign);
  }
  terminal.out.write(campaignLines(audits));
  if (error !== null) terminal.err.write(`the campaign itself failed: ${error}\n`);
  return campaignExit(campaign);
}

/** Where the results of each audit stand; one by one they are copied by the audit's own id. */
async function resultsOfCampaign(id: string, stack: Stack, values: Values, terminal: Terminal): Promise<ExitCode> {
  if (values['out'] !== undefined)
    throw new BadInput('--out is for the results of one audit; without it the audits of the campaign are listed');
  const { campaignExit, campaignResultLines, campaignStatus, resultsOf } = await import('../cloud/campaign.ts');
  const campaign = await campaignStatus(stack, id);
  if (campaign === null) throw new BadInput('this campaign was not started, or was rejected; it has no results');
  if (values['json'] === true) {
    const audits = campaign.audits.map((audit) => ({ ...audit, results: resultsOf(stack, campaign.team, audit) }));
    terminal.out.write(jsonLine({ id, audits, page: campaign.page, error: campaign.error }));
    return campaignExit(campaign);
  }
  terminal.out.write(campaignResultLines(stack, campaign));
  if (campaign.error !== null) terminal.err.write(`the campaign itself failed: ${campaign.error}\n`);
  return campaignExit(campaign);
}

export const command: Command = {
  help,
  options: Object.assign({}, ...Object.values(ACTIONS).map(({ options }) => options)),
  actions: Object.keys(ACTIONS),
  async run(argv, terminal) {
    const [name = '', ...rest] = argv;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw new BadInput(`say what to do: ${Object.keys(ACTIONS).join(', ')}; "unveil cloud --help" explains`);
    const { values, positionals } = parseOptions(rest, action.options);
    if (positionals.length > 1) throw new BadInput(`"unveil cloud ${name}" takes one argument`);
    const restore = asked(values);
    try {
      return await action.run(positionals[0], values, terminal);
    } catch (error) {
      const { explained } = await import('../cloud/aws-errors.ts');
      throw explained(error);
    } finally {
      restore();
    }
  },
};

/** `--profile` and `--region` are to the SDK what the AWS tools' own variables are; answers how to take them back. */
function asked(values: Values): () => void {
  const given = { AWS_PROFILE: values['profile'], AWS_REGION: values['region'] };
  const before = Object.keys(given).map((name) => [name, process.env[name]] as const);
  for (const [name, value] of Object.entries(given)) if (typeof value === 'string') process.env[name] = value;
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

const submitted = (id: string, { json }: Values): string => (json === true ? jsonLine({ id }) : `${id}\n`);
const text = (values: Values, name: string): string => String(values[name]);

const headlineOf = (conclusion: StoredConclusion | null): string => conclusion?.text.headline ?? EARLIER_VERSION;

const verdictOf = (conclusion: StoredConclusion | null) => ({
  verdict: conclusion?.verdict.level ?? null,
  headline: conclusion?.text.headline ?? null,
  gate: conclusion?.gate ?? null,
});

/** As the laptop's audit. */
function verdictCode(conclusion: StoredConclusion | null, { err }: Terminal): ExitCode {
  if (conclusion === null) return ExitCode.done;
  const { gate, claims } = conclusion;
  if (gate !== null) err.write(`${gate.message}\n`);
  if (claimsHold(claims) === false) return ExitCode.claimFalse;
  return gate === null || gate.open ? ExitCode.done : ExitCode.gateClosed;
}

function named(subject: string | undefined, what: string): string {
  if (subject === undefined) throw new BadInput(`name ${what}`);
  return subject;
}
