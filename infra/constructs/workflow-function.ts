import { fileURLToPath } from 'node:url';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type IManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type * as z from 'zod';
import type { ENVIRONMENTS } from '../../functions/environments.ts';
import type { Settings } from '../settings.ts';
import { memoryOf, type StepName } from '../step-memory.ts';

/** Metadata with the handler of a function, for running the template locally. */
export const HANDLER_METADATA = 'unveil:handler';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface WorkflowFunctionProps<Name extends StepName = StepName> {
  /** Folder in functions/. */
  readonly handler: Name;
  /** Input type of the function's schema: a missing variable does not compile. */
  readonly environment: z.input<(typeof ENVIRONMENTS)[Name]> & Record<string, string>;
  readonly timeout: Duration;
  readonly policies: readonly IManagedPolicy[];
  readonly settings: Settings;
}

/**
 * One handler of functions/, bundled by esbuild with the SDK: newest runtime, arm64, a role of its own with named policies only, and a log group with a
 * retention.
 */
export class WorkflowFunction<Name extends StepName = StepName> extends NodejsFunction {
  readonly mb: number;

  constructor(scope: Construct, id: string, props: WorkflowFunctionProps<Name>) {
    const { handler, timeout, policies, settings } = props;
    const environment: Record<string, string> = props.environment;
    const name = `unveil-${settings.stage}-${handler}`;
    const logGroup = new LogGroup(scope, `${id}Log`, {
      logGroupName: `/unveil/${settings.stage}/${handler}`,
      retention: settings.logDays as RetentionDays,
      // It has the function's name and no data: if kept, it would prevent the next deployment.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${name} may do`,
      managedPolicies: [...policies],
    });
    super(scope, id, {
      functionName: name,
      entry: `${ROOT}functions/${handler}/handler.ts`,
      projectRoot: ROOT,
      depsLockFilePath: `${ROOT}package-lock.json`,
      handler: 'handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryOf(settings, handler),
      timeout,
      // Only the given policies: those that constructs add are wider.
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      awsSdkConnectionReuse: false,
      // A dimension of metrics, because an account may have several stages.
      environment: { STAGE: settings.stage, ...environment },
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        // Logs show stack frames, so functions keep their names. esbuild's own `keepNames` with minification renames each function whenever it is created, a tenth
        // of all processor time (bench -- cloud-scale). A source map is three times the code and would be read at every cold start; to find a frame, bundle the
        // same commit again with one.
        minify: false,
        esbuildArgs: { '--minify-syntax': true, '--minify-whitespace': true },
        sourceMap: false,
        logLevel: LogLevel.WARNING,
        // CommonJS packages in the bundle call require.
        banner: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        externalModules: [],
      },
    });
    this.mb = memoryOf(settings, handler);
    (this.node.defaultChild as CfnFunction).addMetadata(HANDLER_METADATA, handler);
  }
}

export const allow = (actions: readonly string[], resources: readonly string[], conditions?: Record<string, unknown>): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], ...(conditions === undefined ? {} : { conditions }) });
