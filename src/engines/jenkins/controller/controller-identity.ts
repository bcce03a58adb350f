import { quoteShort } from '../../../problem/describe-value.ts';
import type { ControllerStates, Registration } from '../../controllers/controller-states.ts';
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

  /** Checks again before the next call. */
  doubt(): void {
    this.#checkedAt = -Infinity;
  }

  async #check(): Promise<Registration> {
    const { name, url, others, gateway, states, isNew, now } = this.#deps;
    const [identity, registered] = await Promise.all([gateway.identity(), states.registered()]);
    const known = registered.get(name);
    const twin = others.find((other) => identity !== undefined && registered.get(other)?.identity === identity);
    if (
      twin !== undefined &&
      !isEarlier({ name, known, identity }, { name: twin, known: registered.get(twin), identity })
    )
      throw new JenkinsError('other-controller', `The server at ${url} is already the controller ${quoteShort(twin)}.`);
    if (known === undefined) {
      const registration = { identity, url, since: isNew ? now().toISOString() : '' };
      await states.register(name, registration);
      return registration;
    }
    const isSame =
      identity === undefined || known.identity === undefined ? known.url === url : known.identity === identity;
    if (isSame) {
      const registration = { ...known, url, identity: identity ?? known.identity };
      if (known.url !== url || known.identity !== registration.identity) await states.replace(name, registration);
      return registration;
    }
    if (await this.#deps.isInUse())
      throw new JenkinsError(
        'other-controller',
        `The server at ${url} is not the Jenkins that runs the executions of the controller ${quoteShort(name)}, which was at ${known.url}. They wait until it is back.`,
      );
    const registration = { identity, url, since: now().toISOString() };
    await states.replace(name, registration);
    return registration;
  }
}

interface NamedServer {
  readonly name: string;
  readonly known: Registration | undefined;
  readonly identity: string | undefined;
}

/** Of two names of a server, the first one stays; both can be registered at once. */
function isEarlier(one: NamedServer, other: NamedServer): boolean {
  if (one.known?.identity !== one.identity) return false;
  const [own, others] = [one.known?.since ?? '', other.known?.since ?? ''];
  return own === others ? one.name < other.name : own < others;
}
