import { quoteShort, withoutFullStop } from '../../../base/problem/describe-value.ts';
import { timeoutSignal } from '../../../base/timers/timers.ts';
import { isDownNow, type ControllerStates, type Registration } from '../../controllers/controller-states.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { JenkinsGateway } from '../client/jenkins-gateway.ts';

export interface ControllerIdentityDeps {
  readonly name: string;
  readonly url: string;
  /** The names of the other controllers. */
  readonly others: readonly string[];
  readonly gateway: Pick<JenkinsGateway, 'identity'>;
  readonly states: ControllerStates;
  /** Whether executions on the controller have started and not ended. */
  readonly isInUse: () => Promise<boolean>;
  /** Whether a controller without a registration is a new one. */
  readonly isNew: boolean;
  readonly now: () => Date;
}

// A server that is exchanged without being down meanwhile is noticed after this time.
const validMilliseconds = 10_000;
const maxCheck = 3_000;

/**
 * Makes sure that the server at the URL of a controller is the Jenkins that had its builds before, and not the one of
 * another controller, so that no build of another Jenkins is taken for one of an execution.
 */
export class ControllerIdentity {
  readonly #deps: ControllerIdentityDeps;
  #checkedAt = -Infinity;
  #checking: Promise<Registration> | undefined;

  constructor(deps: ControllerIdentityDeps) {
    this.#deps = deps;
  }

  /** Concurrent callers share one check. @throws {JenkinsError} also if the server cannot be asked; {AppError} */
  confirmed(): Promise<Registration> {
    const isValid = performance.now() - this.#checkedAt < validMilliseconds;
    if (this.#checking !== undefined && isValid) return this.#checking;
    this.#checkedAt = performance.now();
    const checking = this.#check();
    this.#checking = checking;
    checking.catch(() => {
      if (this.#checking === checking) this.#checking = undefined;
    });
    return checking;
  }

  /**
   * The same, but at once while the controller is known to hang.
   * @throws {JenkinsError} with the name of the controller, if there are several
   */
  async usable(): Promise<Registration> {
    const { name, states } = this.#deps;
    try {
      const look = (await states.looks()).get(name);
      if (isDownNow(look) && look.isSilent === true) throw new JenkinsError('timeout', 'Jenkins does not answer.');
      return await this.confirmed();
    } catch (error) {
      throw error instanceof JenkinsError ? this.named(error) : error;
    }
  }

  /** The same error, whose message says which controller it is about if there are several. */
  named(error: JenkinsError): JenkinsError {
    const { kind, message, status } = error;
    const { name, others } = this.#deps;
    if (others.length === 0 || kind === 'other-controller') return error;
    return new JenkinsError(kind, `${withoutFullStop(message)} (controller ${quoteShort(name)}).`, status);
  }

  /** Checks again before the next call. */
  doubt(): void {
    this.#checkedAt = -Infinity;
  }

  async #check(): Promise<Registration> {
    const { name, url, others, gateway, states, isInUse, isNew, now } = this.#deps;
    const signal = timeoutSignal(maxCheck);
    const asked = gateway.identity({ signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw new JenkinsError('timeout', 'Jenkins did not answer in time.');
    });
    const [identity, registered] = await Promise.all([asked, states.registered()]);
    const known = registered.get(name);
    const isSame = known !== undefined && isServer(known, { identity, url });
    if (isSame && known.url === url && (identity ?? known.identity) === known.identity) return known;
    if (known !== undefined && !isSame && (await isInUse()))
      throw new JenkinsError(
        'other-controller',
        `The server at ${url} is not the Jenkins that runs the executions of the controller ${quoteShort(name)}, which was at ${known.url}. They wait until it is back.`,
      );
    const since = known === undefined && !isNew ? '' : now().toISOString();
    const registration = isSame ? { ...known, url, identity: identity ?? known.identity } : { identity, url, since };
    // Its former server is free for another one: two idle controllers can swap their servers.
    const left = known === undefined || isSame ? undefined : { url: '', since: known.since };
    const owner = await states.register(name, registration, others, left);
    if (owner === name) return registration;
    throw new JenkinsError('other-controller', `The server at ${url} is already the controller ${quoteShort(owner)}.`);
  }
}

/** Whether a server is the one that is registered; one that does not identify itself, by its URL. */
function isServer(known: Registration, { identity, url }: Pick<Registration, 'identity' | 'url'>): boolean {
  if (identity === undefined || known.identity === undefined) return known.url === url;
  return known.identity === identity;
}
