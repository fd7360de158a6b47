import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { NAMED_QUERIES } from '../../shared/contracts/named-queries.ts';
import type { Settings } from '../settings.ts';

interface QueryWorkgroupProps {
  readonly settings: Settings;
  readonly databaseName: string;
  readonly bucket: IBucket;
  readonly encryptionKey: IKey;
}

/** Work group of the stack, or of a team. */
export const workgroupOf = ({ stage }: Pick<Settings, 'stage'>, team?: string): string =>
  team === undefined ? `unveil-${stage}` : `unveil-${stage}-${team}`;
export const databaseOf = ({ stage }: Pick<Settings, 'stage'>): string => `unveil_${stage.replaceAll('-', '_')}`;
/** Prefix of query answers in the results bucket. */
export const answersPrefix = (team?: string): string => (team === undefined ? 'athena/stack/' : `athena/team=${team}/`);

/** Athena with a limit on scanned data, and saved queries for the usual questions; each team has its own work group and prefix of answers. */
export class QueryWorkgroup extends Construct {
  constructor(scope: Construct, id: string, { settings, databaseName, bucket, encryptionKey }: QueryWorkgroupProps) {
    super(scope, id);
    const workgroup = (name: string, team?: string): CfnWorkGroup =>
      new CfnWorkGroup(this, name, {
        name: workgroupOf(settings, team),
        description: team === undefined ? 'Results of unveil' : `Results of unveil: ${team}`,
        // It has saved queries and a history, no data; they would prevent its deletion, and then the next deployment.
        recursiveDeleteOption: true,
        workGroupConfiguration: {
          enforceWorkGroupConfiguration: true,
          publishCloudWatchMetricsEnabled: true,
          bytesScannedCutoffPerQuery: Math.max(10_000_000, Math.round(settings.athenaScanGb * 1e9)),
          engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
          resultConfiguration: {
            outputLocation: `s3://${bucket.bucketName}/${answersPrefix(team)}`,
            encryptionConfiguration: { encryptionOption: 'SSE_KMS', kmsKey: encryptionKey.keyArn },
          },
        },
      });
    const all = workgroup('Workgroup');
    for (const team of settings.teams) workgroup(`Workgroup-${team}`, team);
    for (const { name, about, sql } of NAMED_QUERIES) {
      const query = new CfnNamedQuery(this, name, {
        name,
        description: about,
        database: databaseName,
        queryString: sql,
        workGroup: all.name,
      });
      query.addResourceDependency(all);
    }
  }
}
