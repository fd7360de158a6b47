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

/** What both tables are: on demand, under the stack's key, their rows ended by `x`, kept where the stack's data is kept. */
const tableProps = ({ encryptionKey, settings }: StoreProps, adopted: string | undefined): Omit<TableProps, 'partitionKey'> => ({
  ...(adopted === undefined ? {} : { tableName: adopted }),
  timeToLiveAttribute: 'x',
  billingMode: BillingMode.PAY_PER_REQUEST,
  encryption: TableEncryption.CUSTOMER_MANAGED,
  encryptionKey,
  deletionProtection: settings.retain,
  // Kept when its creation is rolled back too: deletion protection would hold the rollback up, and an empty table is in nobody's way.
  removalPolicy: settings.retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
});

/**
 * Counts under keyed hashes (shared/core/keys). On demand, since audits come in bursts, and capped, since a mistake in a request must
 * throttle before it costs. Without point-in-time recovery: everything in it can be counted or asked again, and a restored count may be
 * older than the source's version says.
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

/** What must not be lost: which drops were admitted, and how much of a provider's budget is spent. */
export class LedgerTable extends Table {
  constructor(scope: Construct, id: string, props: StoreProps) {
    super(scope, id, {
      ...tableProps(props, props.settings.adopt.ledger),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    });
  }
}
