// By the clock: the small tables of all audits as one file a day, for queries across audits.
import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { S3BlobStore } from '../../shared/adapters/aws/s3-blob-store.ts';
import { parquetTables } from '../../shared/adapters/parquet/parquet-tables.ts';
import { cellRows } from '../../shared/adapters/tables/result-rows.ts';
import { handlerOf } from '../../shared/lambda/handler.ts';
import { compactResults } from '../../shared/pipeline/cloud/compact.ts';
import { ENVIRONMENTS } from '../environments.ts';

const s3 = new S3Client({});

export const handler = handlerOf(
  { name: 'compact-results', input: z.object({ time: z.iso.datetime() }), environment: ENVIRONMENTS['compact-results'] },
  async (_, { environment: { RESULTS_BUCKET, TEAMS } }) => {
    const ports = { results: new S3BlobStore(s3, { bucket: RESULTS_BUCKET }), encoder: parquetTables, rows: cellRows };
    let written = 0;
    for (const team of TEAMS === '' ? [null] : TEAMS.split(',')) written += await compactResults(team, ports);
    return { written };
  },
);
