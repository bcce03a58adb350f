import { readFile } from 'node:fs/promises';
import { smallAnswer } from '../../base/answers/answer-limits.ts';
import { fetchAnswer } from '../../base/answers/fetch-answer.ts';
import { parseAnswer } from '../../base/answers/parse-answer.ts';
import type { VaultConfiguration } from '../../base/config/secrets-configuration.ts';
import {
  maxReadMilliseconds,
  MissingSecret,
  stringAt,
  unlessTooMuch,
  type OpenProvider,
  type SecretProvider,
} from './secret-provider.ts';

interface VaultAnswer {
  readonly status: number;
  readonly body: unknown;
}

const limits = { of: 'Vault', ...smallAnswer };
const partOfLife = 800; // milliseconds of each second

/** A version 2 key-value engine of HashiCorp Vault or OpenBao. */
export const openVaultProvider: OpenProvider = ({ vault }) => vault && new VaultProvider(vault);

class VaultProvider implements SecretProvider {
  readonly #vault: VaultConfiguration;
  #token: Promise<string> | undefined;
  /** Milliseconds since the epoch. */
  #signInAgainAt = Infinity;

  constructor(vault: VaultConfiguration) {
    this.#vault = vault;
  }

  async read({ path, key = '' }: Parameters<SecretProvider['read']>[0], signal: AbortSignal): Promise<string> {
    const url = `${this.#vault.mount}/data/${path.split('/').map(encodeURIComponent).join('/')}`;
    const token = this.#signedIn(signal);
    let answer = await this.#call(url, { signal, token: await token });
    if (answer.status === 403 && this.#vault.auth !== 'token') {
      // The token may have been revoked, or have expired early.
      this.#forget(token);
      answer = await this.#call(url, { signal, token: await this.#signedIn(signal) });
    }
    switch (answer.status) {
      case 200:
        return stringAt(at(answer.body, 'data', 'data'), key);
      case 403:
        // The answer to a token that is wrong or has expired; one without the right gets a longer text.
        if (String(at(answer.body, 'errors', '0')) === 'permission denied')
          throw new Error('Vault does not accept the token of Flowgate');
        throw new MissingSecret(`Vault does not let Flowgate read ${url}`);
      case 400:
        throw new MissingSecret(`Vault does not accept ${url}`);
      // Also for a version that is deleted, whose answer has a body.
      case 404:
        throw new MissingSecret(`Vault has no secret at ${url}`);
      default:
        throw new Error(`Vault answered ${answer.status}`);
    }
  }

  /** One sign-in for all that wait for it; the token is used for most of its life. */
  #signedIn(signal: AbortSignal): Promise<string> {
    if (this.#token === undefined || Date.now() > this.#signInAgainAt) {
      this.#signInAgainAt = Infinity;
      const token = this.#signIn(signal);
      this.#token = token;
      token.catch(() => this.#forget(token));
    }
    return this.#token;
  }

  #forget(token: Promise<string> | undefined): void {
    if (this.#token === token) this.#token = undefined;
  }

  async #signIn(signal: AbortSignal): Promise<string> {
    const { auth, authMount, token = '' } = this.#vault;
    if (auth === 'token') return token;
    const body = JSON.stringify(await this.#credentials());
    const answer = await this.#call(`auth/${authMount}/login`, { signal, body });
    const text = at(answer.body, 'auth', 'client_token');
    if (answer.status !== 200 || typeof text !== 'string')
      throw new Error(`Vault answered ${answer.status} to the sign-in at auth/${authMount}`);
    const seconds = Number(at(answer.body, 'auth', 'lease_duration'));
    // A token without a limit has a duration of 0.
    if (seconds > 0) this.#signInAgainAt = Date.now() + seconds * partOfLife;
    return text;
  }

  async #credentials(): Promise<object> {
    const { auth, role, secretId, jwtFile } = this.#vault;
    if (auth === 'approle') return { role_id: role, secret_id: secretId };
    // It is replaced regularly.
    const jwt = await readFile(jwtFile, 'utf8').catch(() => {
      throw new Error('the file of VAULT_JWT_FILE cannot be read');
    });
    return { role, jwt: jwt.trim() };
  }

  async #call(
    path: string,
    { signal, token, body }: { readonly signal: AbortSignal; readonly token?: string; readonly body?: string },
  ): Promise<VaultAnswer> {
    const { url, namespace } = this.#vault;
    const request = {
      method: body === undefined ? 'GET' : 'POST',
      signal,
      timeout: maxReadMilliseconds,
      headers: {
        'x-vault-request': 'true',
        ...(token !== undefined && { 'x-vault-token': token }),
        ...(namespace !== undefined && { 'x-vault-namespace': namespace }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    };
    const { status, body: bytes } = await fetchAnswer(`${url}/v1/${path}`, request, limits).catch(unlessTooMuch);
    const json = await parseAnswer(bytes, limits).catch((error: unknown) => {
      // Proxies add pages of their own to errors.
      if (status !== 200) return undefined;
      return unlessTooMuch(error);
    });
    return { status, body: json };
  }
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
