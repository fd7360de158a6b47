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

/** Athena with a ceiling on what a query may scan, and the questions that people ask first. */
export class QueryWorkgroup extends Construct {
  constructor(scope: Construct, id: string, { settings, databaseName, bucket, encryptionKey }: QueryWorkgroupProps) {
    super(scope, id);
    const workgroup = new CfnWorkGroup(this, 'Workgroup', {
      name: `unveil-${settings.stage}`,
      description: 'Results of unveil',
      // Saved queries and a history, no data: with them it could not be deleted, and would stand in the way of the next.
      recursiveDeleteOption: true,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        publishCloudWatchMetricsEnabled: true,
        bytesScannedCutoffPerQuery: Math.max(10_000_000, Math.round(settings.athenaScanGb * 1e9)),
        engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
        resultConfiguration: {
          outputLocation: `s3://${bucket.bucketName}/athena/`,
          encryptionConfiguration: { encryptionOption: 'SSE_KMS', kmsKey: encryptionKey.keyArn },
        },
      },
    });
    for (const { name, about, sql } of NAMED_QUERIES) {
      const query = new CfnNamedQuery(this, name, {
        name,
        description: about,
        database: databaseName,
        queryString: sql,
        workGroup: workgroup.name,
      });
      query.addResourceDependency(workgroup);
    }
  }
}
