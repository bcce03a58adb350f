import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { MissingSecret, partOf, type OpenProvider, type SecretProvider } from './secret-provider.ts';

/** AWS Secrets Manager; region and credentials come from where all AWS programs find them. */
export const openAwsProvider: OpenProvider = () => new AwsProvider();

/** Answers that stay the same until someone changes something at AWS. */
const lasting: Readonly<Record<string, string>> = {
  ResourceNotFoundException: 'AWS has no such secret',
  InvalidRequestException: 'AWS does not hand out the secret, for example because it is being deleted',
  InvalidParameterException: 'AWS does not accept the name',
  ValidationException: 'AWS does not accept the name',
  AccessDeniedException: 'AWS does not let Flowgate read the secret',
  DecryptionFailure: 'AWS cannot decrypt the secret with its key',
};

class AwsProvider implements SecretProvider {
  #client: Promise<SecretsManagerClient> | undefined;

  async read({ path, key }: Parameters<SecretProvider['read']>[0], signal: AbortSignal): Promise<string> {
    // Loaded by the first read: most installations have no use for it.
    const { SecretsManagerClient: Client, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
    this.#client ??= Promise.resolve(new Client({ maxAttempts: 1 }));
    const client = await this.#client;
    const answer = await client
      .send(new GetSecretValueCommand({ SecretId: path }), { abortSignal: signal })
      .catch((error: unknown) => {
        const name = error instanceof Error ? error.name : '';
        const reason = lasting[name];
        // The text of other errors can contain anything.
        throw reason === undefined
          ? new Error(`AWS did not answer: ${causeOf(error, name)}`)
          : new MissingSecret(reason);
      });
    if (answer.SecretString === undefined) throw new MissingSecret('the secret is binary');
    return partOf(answer.SecretString, key);
  }
}

function causeOf(error: unknown, name: string): string {
  if (name === 'CredentialsProviderError') return 'it found no credentials';
  return error instanceof Error && error.message === 'Region is missing' ? 'AWS_REGION is not set' : name;
}
