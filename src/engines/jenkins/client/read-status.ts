import { createHash } from 'node:crypto';
import { forbiddenAsUndefined } from './jenkins-error.ts';
import type { CallOptions, JenkinsStatus } from './jenkins-gateway.ts';
import type { JenkinsRequests } from './jenkins-requests.ts';

export async function readStatus(requests: JenkinsRequests, { signal }: CallOptions): Promise<JenkinsStatus> {
  const root = await requests.json({ path: '', tree: 'quietingDown', signal });
  const computers = await forbiddenAsUndefined(
    requests.json({ path: '/computer', tree: 'busyExecutors,totalExecutors', signal }),
  );
  return {
    version: root.reply.header('x-jenkins'),
    isQuietingDown: root.get('quietingDown').boolean,
    executors: computers && {
      busy: computers.get('busyExecutors').number,
      total: computers.get('totalExecutors').number,
    },
  };
}

/** The pages of Jenkins have its public key in a header, also that for signing in; replies to API calls do not. */
export async function readIdentity(requests: JenkinsRequests, { signal }: CallOptions): Promise<string | undefined> {
  const key = await requests.header({ path: '/login', signal }, 'x-instance-identity');
  return key && createHash('sha256').update(key).digest('hex');
}
