import type { AroundCall } from '../client/calls-of-gateway.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { JenkinsGateway } from '../client/jenkins-gateway.ts';
import type { ControllerIdentity } from './controller-identity.ts';

/** Calls that are about the server itself. */
const unconfirmed: ReadonlySet<keyof JenkinsGateway> = new Set(['identity', 'readiness', 'status']);

/** Lets calls fail while the server is not the right one, and at once while it is known to hang. */
export function confirmedCalls(identity: Pick<ControllerIdentity, 'usable' | 'named' | 'doubt'>): AroundCall {
  return async (name, call) => {
    if (unconfirmed.has(name)) return call();
    await identity.usable();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      if (isAbsence(error)) identity.doubt();
      throw identity.named(error);
    }
  };
}

/** Whether another server may answer next. */
function isAbsence({ kind }: JenkinsError): boolean {
  return kind === 'unreachable' || kind === 'starting' || kind === 'unauthorised';
}
