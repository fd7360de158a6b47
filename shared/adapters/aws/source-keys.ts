import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const KEPT_MS = 300_000;
let kept: { readonly id: string; readonly at: number; readonly keys: Promise<Readonly<Record<string, unknown>>> } | undefined;

/** The key of one source, from the secret that only the fetcher may read. Kept for five minutes, so that a new key is soon used. */
export async function sourceKey(client: SecretsManagerClient, id: string, source: string): Promise<string | undefined> {
  if (kept === undefined || kept.id !== id || Date.now() - kept.at > KEPT_MS) kept = { id, at: Date.now(), keys: read(client, id) };
  const key = (await kept.keys)[source];
  return typeof key === 'string' ? key : undefined;
}

async function read(client: SecretsManagerClient, id: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    return JSON.parse(SecretString ?? '{}') as Record<string, unknown>;
  } catch (error) {
    kept = undefined;
    throw error;
  }
}
