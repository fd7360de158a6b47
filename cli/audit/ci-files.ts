import type { StoredConclusion } from '../../shared/contracts/verdict.ts';
import { claimSentence, claimsHold } from '../../shared/core/verdict/claim.ts';
import type { Kind, Outcome } from '../../shared/kit/kind.ts';
import { ExitCode, type Terminal } from '../command.ts';
import { readConclusion } from '../results/read-conclusion.ts';
import { writeAtomically } from '../write-atomically.ts';
import { VERSION } from './version.ts';

/** Summary of an audit, common to all kinds. */
interface Check {
  readonly id: 'guarantee' | 'limit' | 'attacks';
  readonly asks: string;
  readonly state: 'passed' | 'failed' | 'not asked';
  readonly says: string;
}

interface Audited {
  readonly release: string;
  /** The folder of results. */
  readonly out: string;
  readonly code: ExitCode;
}

export const CI_FILES = ['sarif', 'junit', 'markdown'] as const;

function checksOf({ claims, gate }: StoredConclusion, code: ExitCode): Check[] {
  const broken = claims.filter(({ state }) => state === 'broken');
  const whole = code !== ExitCode.failure;
  return [
    {
      id: 'guarantee',
      asks: 'The release is as anonymous as it claims',
      state: broken.length > 0 ? 'failed' : claimsHold(claims) === true ? 'passed' : 'not asked',
      says: claims.length === 0 ? 'No guarantee was claimed.' : claims.map(claimSentence).join(' '),
    },
    {
      id: 'limit',
      asks: 'The risk is below the limit',
      state: gate === null ? 'not asked' : gate.open ? 'passed' : 'failed',
      says: gate === null ? 'No limit was set (--fail-above).' : gate.message,
    },
    {
      id: 'attacks',
      asks: 'Every attack ran to its end',
      state: whole ? 'passed' : 'failed',
      says: whole ? 'All attacks ended.' : 'An attack failed, or part of the release was lost. This is no sign of safety.',
    },
  ];
}

/** SARIF 2.1.0: a result for each check that failed, at the release. */
function sarif(release: string, checks: readonly Check[]): string {
  const uri = release.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return `${JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: { name: 'unveil', version: VERSION, rules: checks.map(({ id, asks }) => ({ id, shortDescription: { text: asks } })) },
          },
          results: checks
            .filter(({ state }) => state === 'failed')
            .map(({ id, says }) => ({
              ruleId: id,
              level: 'error',
              message: { text: says },
              locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
            })),
        },
      ],
    },
    null,
    2,
  )}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** A test case for each check, as CI servers read them. */
function junit(release: string, checks: readonly Check[]): string {
  const count = (state: Check['state']): number => checks.filter((each) => each.state === state).length;
  const cases = checks.map(({ id, asks, state, says }) => {
    const inner =
      state === 'failed' ? `<failure message="${escaped(says)}"/>` : state === 'not asked' ? `<skipped message="${escaped(says)}"/>` : '';
    return `    <testcase classname="unveil.${id}" name="${escaped(asks)}">${inner}</testcase>\n`;
  });
  const counts = `tests="${checks.length}" failures="${count('failed')}" skipped="${count('not asked')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${escaped(release)}" ${counts}>\n${cases.join('')}  </testsuite>\n</testsuites>\n`;
}

const MARKS: Readonly<Record<Check['state'], string>> = { passed: '✅', failed: '❌', 'not asked': '➖' };

/** A summary for the page of a job. */
const markdown = (release: string, checks: readonly Check[], headline: string): string =>
  [
    `### unveil: ${release.replaceAll(/[|`<>]/g, ' ')}`,
    '',
    headline,
    '',
    '| | check | result |',
    '|---|---|---|',
    ...checks.map(({ asks, state, says }) => `| ${MARKS[state]} | ${asks} | ${says.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`),
    '',
  ].join('\n');

/** Writes what a pipeline reads: no item's text is in it. */
export async function writeCiFiles(
  { sarif: toSarif, junit: toJunit, markdown: toMarkdown }: { readonly [name in (typeof CI_FILES)[number]]?: unknown },
  audited: Audited,
): Promise<void> {
  const { release, out, code } = audited;
  const conclusion = readConclusion(out);
  const checks = checksOf(conclusion, code);
  if (typeof toSarif === 'string') await writeAtomically(toSarif, [sarif(release, checks)]);
  if (typeof toJunit === 'string') await writeAtomically(toJunit, [junit(release, checks)]);
  if (typeof toMarkdown === 'string') await writeAtomically(toMarkdown, [markdown(release, checks, conclusion.text.headline)]);
}

/** Says what an audit found, and answers with what it exits. */
export function conclude(
  { kind, outcome, folder }: { readonly kind: Kind; readonly outcome: Outcome; readonly folder: string },
  json: boolean,
  { out, err }: Terminal,
): ExitCode {
  out.write(json ? kind.machineSummary(outcome, folder) : kind.summary(outcome, folder));
  const {
    errored,
    conclusion: { claims, gate },
  } = outcome;
  if (gate !== null) err.write(`${gate.message}\n`);
  if (errored) return ExitCode.failure;
  if (claimsHold(claims) === false) return ExitCode.claimFalse;
  return gate === null || gate.open ? ExitCode.done : ExitCode.gateClosed;
}
