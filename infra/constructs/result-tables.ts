import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnTable, Database } from 'aws-cdk-lib/aws-glue';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ACROSS_AUDITS, BY_DAY, copiesRoot, QUERY_TABLES, resultsRoot } from '../../shared/contracts/result-tables.ts';
import type { CellType } from '../../shared/contracts/table.ts';

const GLUE_TYPE: Readonly<Record<CellType, string>> = {
  string: 'string',
  int: 'int',
  long: 'bigint',
  double: 'double',
  boolean: 'boolean',
};

/** First day of the projection of `dt`; a query without `dt` checks each day once. */
const FIRST_DAY = '2026-01-01';

interface ResultTablesProps {
  readonly bucket: IBucket;
  readonly databaseName: string;
  /** Teams, if any: the team comes first in the path of files, and is a partition too. */
  readonly teams: readonly string[];
}

/**
 * The result tables in the Glue catalogue, from the definitions that also write the files. Partitions are computed from the query, never crawled: `dt` is a
 * day; for large tables the query gives `audit_id` itself, so that it cannot scan all audits by mistake. Small tables, for questions across audits, have
 * the day only: Athena also reads the folders below.
 */
export class ResultTables extends Construct {
  readonly database: Database;

  constructor(scope: Construct, id: string, { bucket, databaseName, teams }: ResultTablesProps) {
    super(scope, id);
    this.database = new Database(this, 'Database', { databaseName });
    // It describes files and has none: if kept, it would prevent the next deployment.
    this.database.applyRemovalPolicy(RemovalPolicy.DESTROY);
    const copies = ACROSS_AUDITS.map(({ copy }) => copy);
    for (const table of [...QUERY_TABLES, ...copies]) {
      const isCopy = copies.includes(table);
      const byDay = isCopy || BY_DAY.includes(table);
      const results = `s3://${bucket.bucketName}/${isCopy ? copiesRoot(null) : resultsRoot(null)}`;
      const rows = `${results}${teams.length === 0 ? '' : `team=\${team}/`}table=${table.name}/`;
      const location = teams.length === 0 ? rows : results;
      new CfnTable(this, table.name, {
        catalogId: Stack.of(this).account,
        databaseName: this.database.databaseName,
        tableInput: {
          name: table.name,
          description: table.about,
          tableType: 'EXTERNAL_TABLE',
          partitionKeys: [
            ...(teams.length === 0 ? [] : [{ name: 'team', type: 'string', comment: 'Whose the audit is.' }]),
            { name: 'dt', type: 'string', comment: 'Day on which the audit was admitted.' },
            ...(byDay
              ? []
              : [{ name: 'audit_id', type: 'string', comment: 'Id of the admission: the identity of the audit and eight digits more.' }]),
          ],
          parameters: {
            classification: 'parquet',
            'unveil.version': String(table.version),
            'projection.enabled': 'true',
            ...(teams.length === 0 ? {} : { 'projection.team.type': 'enum', 'projection.team.values': teams.join(',') }),
            'projection.dt.type': 'date',
            'projection.dt.format': 'yyyy-MM-dd',
            'projection.dt.range': `${FIRST_DAY},NOW+1DAYS`,
            ...(byDay ? {} : { 'projection.audit_id.type': 'injected' }),
            'storage.location.template': `${rows}dt=\${dt}/${byDay ? '' : `audit_id=\${audit_id}/`}`,
          },
          storageDescriptor: {
            location,
            inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
            outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
            serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
            columns: table.columns.map(({ name, type, about }) => ({ name, type: GLUE_TYPE[type], comment: about })),
          },
        },
      });
    }
  }
}
