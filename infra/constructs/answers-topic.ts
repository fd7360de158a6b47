import { Rule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ANSWER_EVENTS, EVENT_SOURCE } from '../../shared/contracts/stack-names.ts';

interface AnswersTopicProps {
  readonly stage: string;
  readonly key: IKey;
  readonly setAside: IQueue;
}

/** Publishes every end of a drop, like the event bus: for mail, queues of other accounts, or HTTPS. */
export class AnswersTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { stage, key, setAside }: AnswersTopicProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true, displayName: `unveil ${stage}: answers` });
    key.grantEncryptDecrypt(new ServicePrincipal('events.amazonaws.com'));
    new Rule(this, 'Ended', {
      description: 'Every end of a drop, for the topic of answers',
      eventPattern: { source: [EVENT_SOURCE], detailType: [...ANSWER_EVENTS], detail: { stage: [stage] } },
      targets: [new SnsTopic(this.topic, { deadLetterQueue: setAside })],
    });
  }
}
