import { JenkinsError } from '../client/jenkins-error.ts';
import type { JenkinsGateway } from '../client/jenkins-gateway.ts';
import type { ControllerIdentity } from './controller-identity.ts';

/** Calls that are about the server itself. */
const unconfirmed: ReadonlySet<string> = new Set<keyof JenkinsGateway>(['identity', 'readiness', 'status']);

/** The same gateway, whose calls fail while the server is not the right one, and at once while it is known to hang. */
export function confirmedGateway(
  gateway: JenkinsGateway,
  identity: Pick<ControllerIdentity, 'usable' | 'named' | 'doubt'>,
): JenkinsGateway {
  return new Proxy(gateway, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (unconfirmed.has(String(name))) return member.bind(target) as unknown;
      return async (...values: unknown[]): Promise<unknown> => {
        await identity.usable();
        try {
          return await (Reflect.apply(member, target, values) as Promise<unknown>); // each method returns a promise
        } catch (error) {
          if (!(error instanceof JenkinsError)) throw error;
          if (isAbsence(error)) identity.doubt();
          throw identity.named(error);
        }
      };
    },
  });
}

/** Whether another server may answer next. */
function isAbsence({ kind }: JenkinsError): boolean {
  return kind === 'unreachable' || kind === 'starting' || kind === 'unauthorised';
}
