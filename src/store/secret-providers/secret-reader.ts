import { randomUUID } from 'node:crypto';
import type { SecretProviderName } from '../../base/config/allowed-values.ts';
import type { SecretPrefix } from '../../base/config/settings/secret-prefix-reader.ts';
import { canBeMasked, maxSecretLines } from '../../base/masking/secret-lines.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { timeoutSignal } from '../../base/timers/timers.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { namesSecret, type SecretReference } from '../../language/input-types/secret-reference.ts';
import { limitProblem } from '../../language/safe-patterns/value-limits.ts';
import type { RedisAuditTrail } from '../audit/redis-audit-trail.ts';
import { prefixProblem } from './secret-prefixes.ts';
import { maxReadMilliseconds, MissingSecret, type SecretProvider } from './secret-provider.ts';

/** Who needs a secret. */
export interface SecretUser {
  readonly id: string;
  readonly flow: FlowKey;
  readonly actor: string;
  /** Whether a called flow names the secret, which readers of the execution may not be allowed to read. */
  readonly isCalled?: boolean;
}

export interface SecretReaderDeps {
  /** The providers that are configured. */
  readonly providers: ReadonlyMap<SecretProviderName, SecretProvider>;
  readonly prefixes: readonly SecretPrefix[];
  readonly audit: Pick<RedisAuditTrail, 'append'>;
  readonly now: () => Date;
  /** Called after each call of a provider. */
  readonly observe?: (provider: SecretProviderName, outcome: SecretReadOutcome) => void;
  /** Called when a provider stops answering, with the reason. */
  readonly warn?: (provider: SecretProviderName, reason: string) => void;
}

type SecretReadOutcome = 'read' | 'missing' | 'unavailable';

interface Outage {
  /** Milliseconds since the epoch until which the provider is not asked. */
  readonly until: number;
  /** A clause. */
  readonly reason: string;
}

interface Known {
  readonly values: Map<string, Promise<string>>;
  /** Milliseconds since the epoch. */
  usedAt: number;
}

const pauseMilliseconds = 2_000;
/** A secret of an execution that has not been used for so long is read again. */
const keptMilliseconds = 60 * 60_000;
const maxExecutions = 10_000;

/**
 * Reads the secrets that references name, once for each execution and process: their values are kept in memory alone, to
 * mask them, until the execution ends (docs/explanation/secrets.md).
 */
export class SecretReader {
  readonly #deps: SecretReaderDeps;
  /** By execution, the one that was used last at the end. */
  readonly #known = new Map<string, Known>();
  readonly #outages = new Map<SecretProviderName, Outage>();

  constructor(deps: SecretReaderDeps) {
    this.#deps = deps;
  }

  /** Why a namespace may not use a reference; undefined if it may. */
  rejection(namespace: string, reference: SecretReference): string | undefined {
    const { providers, prefixes } = this.#deps;
    const problem = prefixProblem(prefixes, namespace, reference);
    if (problem !== undefined) return `Value ${problem}`;
    const { provider, text } = reference;
    return providers.has(provider) ? undefined : `Value names ${text}, but ${missingSettings(provider)}`;
  }

  /**
   * @param user an execution that may use the reference
   * @throws {AppError} `secret-missing` if the provider has no such secret; `secret-unavailable` during an outage;
   * `store-unavailable`
   */
  read(user: SecretUser, reference: SecretReference): Promise<string> {
    const { values } = this.#of(user.id);
    const known = values.get(reference.text);
    if (known !== undefined) return known;
    const reading = this.#read(user, reference);
    values.set(reference.text, reading);
    reading.catch(() => values.delete(reference.text));
    return reading;
  }

  /** Forgets the secrets of an execution that has ended. */
  forget(executionId: string): void {
    this.#known.delete(executionId);
  }

  #of(executionId: string): Known {
    const usedAt = this.#deps.now().getTime();
    const known = this.#known.get(executionId) ?? { values: new Map(), usedAt };
    known.usedAt = usedAt;
    this.#known.delete(executionId);
    this.#known.set(executionId, known);
    for (const [id, other] of this.#known) {
      if (this.#known.size <= maxExecutions && other.usedAt > usedAt - keptMilliseconds) break;
      this.#known.delete(id);
    }
    return known;
  }

  async #read(user: SecretUser, reference: SecretReference): Promise<string> {
    try {
      const value = await this.#ask(user, reference);
      const problem = problemOf(value);
      if (problem !== undefined) throw new MissingSecret(problem);
      await this.#audit(user, reference);
      return value;
    } catch (error) {
      if (!(error instanceof MissingSecret)) throw error;
      // A reason can contain the path at the provider.
      const reason = user.isCalled === true ? '' : `: ${error.message}`;
      const missing = new AppError('secret-missing', `${subjectOf(user, reference)} cannot be used${reason}.`);
      await this.#audit(user, reference, missing);
      throw missing;
    }
  }

  /**
   * While a provider does not answer, one attempt at a time waits for it, and all others fail at once: they must not
   * hold up executions that do not need it.
   */
  async #ask(user: SecretUser, reference: SecretReference): Promise<string> {
    const { providers, now } = this.#deps;
    const { provider: name } = reference;
    const provider = providers.get(name);
    if (provider === undefined) throw new MissingSecret(missingSettings(name));
    const outage = this.#outages.get(name);
    const time = now().getTime();
    if (outage !== undefined && outage.until > time) throw unavailable(user, reference, outage.reason);
    if (outage !== undefined) this.#outages.set(name, { ...outage, until: time + maxReadMilliseconds });
    try {
      const value = await inTime((signal) => provider.read(reference, signal));
      this.#outages.delete(name);
      this.#deps.observe?.(name, 'read');
      return value;
    } catch (error) {
      if (error instanceof MissingSecret) {
        this.#outages.delete(name);
        this.#deps.observe?.(name, 'missing');
        throw error;
      }
      this.#deps.observe?.(name, 'unavailable');
      const reason = outageReason(error);
      if (outage === undefined) this.#deps.warn?.(name, reason);
      this.#outages.set(name, { until: now().getTime() + pauseMilliseconds, reason });
      throw unavailable(user, reference, reason);
    }
  }

  #audit({ id, flow, actor }: SecretUser, { text }: SecretReference, error?: AppError): Promise<void> {
    return this.#deps.audit.append([
      {
        actor,
        action: 'readSecret',
        outcome: error === undefined ? 'done' : 'failed',
        status: error === undefined ? 200 : 409,
        ...(error !== undefined && { code: error.code }),
        namespace: flow.namespace,
        flowId: flow.id,
        executionId: id,
        detail: text,
        requestId: randomUUID(),
      },
    ]);
  }
}

function missingSettings(provider: SecretProviderName): string {
  return `${provider === 'file' ? 'FLOWGATE_SECRETS_DIR' : 'VAULT_ADDR'} is not set`; // the others need no settings
}

/** Names only the reference of the execution itself: others can be of namespaces that its readers may not see. */
function unavailable(user: SecretUser, reference: SecretReference, reason: string): AppError {
  return new AppError('secret-unavailable', `${subjectOf(user, reference)} cannot be read now: ${reason}.`);
}

function subjectOf({ isCalled = false }: SecretUser, { provider, text }: SecretReference): string {
  return isCalled ? `The default of a called flow, a secret from ${provider},` : `The secret ${text}`;
}

/** Providers may ignore the signal. */
async function inTime(read: (signal: AbortSignal) => Promise<string>): Promise<string> {
  const signal = timeoutSignal(maxReadMilliseconds);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([read(signal), late]);
}

/** Why no execution can have the value. */
function problemOf(value: string): string | undefined {
  if (value === '') return 'it is empty';
  // Otherwise, what a provider returns could name a credential that the namespace may not use.
  if (namesSecret(value)) return 'it is a reference itself';
  if (!canBeMasked(value)) return `it has more than ${maxSecretLines} different lines`;
  const limit = limitProblem(value);
  return limit && `it ${limit.clause}`;
}

function outageReason(error: unknown): string {
  if (!(error instanceof Error)) return 'the provider failed';
  if (error.name === 'TimeoutError') return `the provider did not answer within ${maxReadMilliseconds / 1000} seconds`;
  // `fetch` hides the reason in the cause; the rest of a cause can contain anything.
  const { cause } = error;
  return cause instanceof Error && 'code' in cause
    ? `the provider is unreachable: ${String(cause.code)}`
    : error.message;
}
