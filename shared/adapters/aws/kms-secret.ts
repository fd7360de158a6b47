import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms';

/** Derives the secret of the cache's keys for a stage or a team, once a cold start: a call to KMS for each count would cost more than the count. */
export async function kmsSecret(client: KMSClient, KeyId: string, name: string): Promise<Uint8Array> {
  const Message = new TextEncoder().encode(`cache-key/v1/${name}`);
  const { Mac } = await client.send(new GenerateMacCommand({ KeyId, MacAlgorithm: 'HMAC_SHA_256', Message }));
  if (Mac === undefined) throw new Error('KMS answered without a MAC');
  return Mac;
}
