import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Settings } from '../settings.ts';

interface StoreProps {
  readonly encryptionKey: IKey;
  readonly settings: Settings;
}

/** Properties of both tables: on demand, encrypted with the stack's key, rows expire by `x`, retained with the stack's data. */
const tableProps = ({ encryptionKey, settings }: StoreProps, adopted: string | undefined): Omit<TableProps, 'partitionKey'> => ({
  ...(adopted === undefined ? {} : { tableName: adopted }),
  timeToLiveAttribute: 'x',
  billingMode: BillingMode.PAY_PER_REQUEST,
  encryption: TableEncryption.CUSTOMER_MANAGED,
  encryptionKey,
  deletionProtection: settings.retain,
  // RETAIN keeps it also when its creation is rolled back: deletion protection would block the rollback, and an empty table does no harm.
  removalPolicy: settings.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});

/**
 * Counts under keyed hashes (shared/core/keys). On demand, because audits come in bursts, and capped, so that a faulty request is throttled before it
 * costs much. Without point-in-time recovery: everything in it can be counted or fetched again, and a restored count may be older than its version.
 */
export class ScoreTable extends Table {
  constructor(scope: Construct, id: string, props: StoreProps) {
    super(scope, id, {
      ...tableProps(props, props.settings.adopt.scores),
      partitionKey: { name: 'k', type: AttributeType.BINARY },
      maxReadRequestUnits: props.settings.scoreReadUnits,
      maxWriteRequestUnits: props.settings.scoreWriteUnits,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
    });
    acknowledge(this, { id: 'AwsSolutions-DDB3', reason: 'A cache: all of it can be counted or asked again.' });
  }
}

/** Answers of the language model, under keyed hashes of team, model, prompt and terms. All of them can be asked again. */
export class AnswerTable extends Table {
  constructor(scope: Construct, id: string, props: StoreProps) {
    super(scope, id, {
      ...tableProps(props, props.settings.adopt.answers),
      partitionKey: { name: 'k', type: AttributeType.BINARY },
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
    });
    acknowledge(this, { id: 'AwsSolutions-DDB3', reason: 'All of it can be asked again.' });
  }
}

/** Data that must not be lost: admitted drops, and the used part of a provider's budget. */
export class LedgerTable extends Table {
  constructor(scope: Construct, id: string, props: StoreProps) {
    super(scope, id, {
      ...tableProps(props, props.settings.adopt.ledger),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    });
  }
}
