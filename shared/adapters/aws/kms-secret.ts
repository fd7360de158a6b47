import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms';

/** The key of the score cache's keys, of a stage or of a team of it, derived once a cold start: the KMS key never leaves KMS, and a call a count would cost more than the count. */
export async function kmsSecret(client: KMSClient, KeyId: string, name: string): Promise<Uint8Array> {
  const Message = new TextEncoder().encode(`cache-key/v1/${name}`);
  const { Mac } = await client.send(new GenerateMacCommand({ KeyId, MacAlgorithm: 'HMAC_SHA_256', Message }));
  if (Mac === undefined) throw new Error('KMS answered without a MAC');
  return Mac;
}
