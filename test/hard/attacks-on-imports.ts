import type { PartReport } from '../../bench/rig/part.ts';
import { briefly, problemCode, send } from '../../bench/rig/send.ts';
import { hostileSources } from '../support/hostile-sources.ts';

// An import that takes too long is ended after 15 seconds; another caller's may run before it.
const timeout = 60_000;

/** Jobs that would compute without end: each gets a flow, or the reason why there is none, and nobody anonymous is served. */
export async function attackImports(url: string, report: PartReport): Promise<void> {
  const anonymous = await send(url, {
    method: 'POST',
    path: '/import/jenkinsfile',
    body: { source: 'node {}' },
    headers: {},
  });
  report.check('an import needs an identity', anonymous.status !== 401 && briefly(anonymous));
  const answers: string[] = [];
  for (const [name, source] of Object.entries(hostileSources)) {
    const answer = await send(url, {
      method: 'POST',
      path: '/import/jenkinsfile',
      body: { source },
      headers: { 'x-oidc-sub': 'mallory' },
      timeout,
    }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') {
      report.check(`an import of ${name} is answered`, answer);
      continue;
    }
    const isRight = [200, 413].includes(answer.status) || problemCode(answer) === 'invalid-request';
    report.check(`an import of ${name} is answered`, !isRight && briefly(answer));
    answers.push(`${answer.status}`);
  }
  report.figure(
    'hostile sources of imports',
    [...new Set(answers)]
      .map((status) => `${answers.filter((each) => each === status).length} times ${status}`)
      .join(', '),
  );
}
