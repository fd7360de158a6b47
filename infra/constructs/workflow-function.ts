import { fileURLToPath } from 'node:url';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type IManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type CfnFunction, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type * as z from 'zod';
import type { Settings } from '../settings.ts';
import { memoryOf, type StepName } from '../step-memory.ts';

/** Where a template says which handler a function is: what runs the template locally reads it. */
export const HANDLER_METADATA = 'unveil:handler';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface WorkflowFunctionProps<Environment extends z.ZodType> {
  /** The folder in functions/. */
  readonly handler: StepName;
  readonly schema: Environment;
  /** The schema's own input type: a variable forgotten here does not compile. */
  readonly environment: z.input<Environment> & Record<string, string>;
  readonly timeout: Duration;
  readonly policies: readonly IManagedPolicy[];
  readonly settings: Settings;
}

/**
 * One handler of functions/, bundled by esbuild with the SDK inside: newest runtime, arm64, a role of its own with named policies only, a log
 * group of its own with a retention.
 */
export class WorkflowFunction<Environment extends z.ZodType = z.ZodType> extends NodejsFunction {
  readonly mb: number;

  constructor(scope: Construct, id: string, props: WorkflowFunctionProps<Environment>) {
    const { handler, environment, timeout, policies, settings } = props;
    const name = `unveil-${settings.stage}-${handler}`;
    const logGroup = new LogGroup(scope, `${id}Log`, {
      logGroupName: `/unveil/${settings.stage}/${handler}`,
      retention: settings.logDays as RetentionDays,
      // It has the function's name and holds no data: kept, it would stand in the way of the next deployment.
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
      // Policies are the given ones: what constructs would add by themselves is wider.
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      awsSdkConnectionReuse: false,
      // Of metrics a dimension: several stages may stand in one account.
      environment: { STAGE: settings.stage, ...environment },
      bundling: {
        format: OutputFormat.ESM,
        target: 'node24',
        mainFields: ['module', 'main'],
        // Logs show frames of a stack, so functions keep their names: as they are written, since esbuild's own way of keeping them while it shortens
        // them names each function anew whenever it is made, a tenth of all processor time (bench -- cloud-scale). A source map is three times
        // the code, read at every cold start for that; a frame is found by bundling the same commit again with one.
        minify: false,
        esbuildArgs: { '--minify-syntax': true, '--minify-whitespace': true },
        sourceMap: false,
        logLevel: LogLevel.WARNING,
        // The bundle holds CommonJS packages that ask for require.
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
