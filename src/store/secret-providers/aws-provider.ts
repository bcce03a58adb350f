import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { smallAnswer } from '../../base/answers/answer-limits.ts';
import { limitedHandler } from '../../base/answers/limited-handler.ts';
import { UnusableAnswer } from '../../base/answers/unusable-answer.ts';
import {
  maxReadMilliseconds,
  MissingSecret,
  partOf,
  unlessTooMuch,
  type OpenProvider,
  type SecretProvider,
} from './secret-provider.ts';

/** AWS Secrets Manager; region and credentials come from where all AWS programs find them. */
export const openAwsProvider: OpenProvider = () => new AwsProvider();

const limits = { of: 'AWS', ...smallAnswer };

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
  #client: SecretsManagerClient | undefined;

  async read({ path, key }: Parameters<SecretProvider['read']>[0], signal: AbortSignal): Promise<string> {
    // Loaded by the first read: most installations have no use for it.
    const { SecretsManagerClient: Client, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
    // The handler of a client is also that of the clients with which it gets its credentials.
    this.#client ??= new Client({
      maxAttempts: 1,
      requestHandler: limitedHandler(new Client({}).config.requestHandler, {
        limitsOf: () => limits,
        timeout: maxReadMilliseconds,
      }),
    });
    const client = this.#client;
    const answer = await client
      .send(new GetSecretValueCommand({ SecretId: path }), { abortSignal: signal })
      .catch((error: unknown) => {
        if (error instanceof UnusableAnswer) return unlessTooMuch(error);
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
