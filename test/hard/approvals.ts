import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTemporaryFolder } from '../../bench/rig/in-temporary-folder.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGateway } from '../../bench/rig/running-gateway.ts';
import { ada, briefly, send, type Answer } from '../../bench/rig/send.ts';

const races = 5;
const competitors = 20;
const patience = 60_000;
const carol = { 'x-oidc-sub': 'carol' };
const secret = 'correct-horse-battery';
const shell = 'dev.vendor.plugin.core.shell.Shell';

/** Only `deployed` says how often a deployment has succeeded. */
const flowIn = (folder: string): object => ({
  id: 'ship',
  namespace: 'shop',
  description: 'Asks someone else, hands out a URL, and deploys.',
  inputs: [{ id: 'key', type: 'SECRET' }],
  tasks: [
    {
      id: 'release',
      type: 'dev.vendor.plugin.core.flow.Approval',
      message: 'Release?',
      approvers: { not_starter: true },
    },
    {
      id: 'tell',
      type: shell,
      script: 'url="{{ execution.signal_url }}"; echo "> POST /${url#*//*/}/go"; echo "${url##*/}"',
    },
    { id: 'told', type: 'dev.vendor.plugin.core.flow.Wait', signal: 'go', timeout: '1h' },
    {
      id: 'deploy',
      type: shell,
      env: { KEY: '{{ inputs.key }}' },
      script: `test -e '${folder}/ok' && sleep 0.2 && echo deployed >> '${folder}/deployed'`,
    },
  ],
});

export const approvals: Part = {
  name: 'approvals',
  description:
    'One approval by someone else, a deployment that fails, and its starter who restarts it many times at once, again and again, and with another secret; and who may read the log of a wait looks for its token there.',
  run: (report) =>
    inTemporaryFolder((folder) =>
      withGateway({ FLOWGATE_ENGINE: 'local', FLOWGATE_PUBLIC_URL: 'http://flowgate.example' }, async ({ url }) => {
        const stored = await send(url, { method: 'POST', path: '/flows', body: flowIn(folder) });
        report.check('the flow is stored', stored.status !== 201 && briefly(stored));
        for (let race = 0; race < races; race++) await attack(url, folder, report);
        report.figure('attacks', `${races}, with ${competitors} restarts at once, twice each`);
      }),
    ),
};

async function attack(url: string, folder: string, report: PartReport): Promise<void> {
  const post = (path: string, body: object, headers = ada) => send(url, { method: 'POST', path, body, headers });
  const started = await post('/flows/shop/ship/executions', { inputs: { key: secret } });
  const { id } = JSON.parse(started.text) as { id: string }; // per the contract
  await until(url, id, ({ waitingFor }) => waitingFor?.task === 'release');
  const approve = { task: 'release', decision: 'APPROVE' };
  const own = await post(`/executions/${id}/decision`, approve);
  report.check('the starter cannot approve', own.status !== 403 && briefly(own));
  await post(`/executions/${id}/decision`, approve, carol);
  await until(url, id, ({ waitingFor }) => waitingFor?.task === 'told');
  const log = (await send(url, { path: `/executions/${id}/logs` })).text;
  const shown = /[0-9a-f]{40,}/.exec(log)?.[0];
  report.check('the log shows no token of the wait', shown ?? (!log.includes('> POST ') && 'nothing printed'));
  await post(`/executions/${id}/signals/go`, {});
  await until(url, id, ({ state }) => state === 'FAILED');

  const restarts = (key: string): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: competitors }, () => post(`/executions/${id}/restart`, { from: 'deploy', inputs: { key } })),
    );
  const other = await restarts('another-horse');
  report.check('no restart has another secret', other.some(({ status }) => status !== 409) && 'one is accepted');
  writeFileSync(join(folder, 'ok'), '');
  for (let round = 0; round < 2; round++) {
    const accepted = (await restarts(secret)).filter(({ status }) => status === 202);
    report.check('one restart at a time', accepted.length > 1 - round && `${accepted.length} in round ${round}`);
    for (const { text } of accepted) {
      const restarted = (JSON.parse(text) as { id: string }).id; // as above
      await until(url, restarted, ({ state }) => state === 'SUCCESS');
      const again = await post(`/executions/${restarted}/restart`, { from: 'deploy', inputs: { key: secret } });
      report.check('nor one of the restart', again.status !== 409 && briefly(again));
    }
  }
  rmSync(join(folder, 'ok'));
  const deployed = readFileSync(join(folder, 'deployed'), 'utf8');
  report.check('one approval deploys once', deployed !== 'deployed\n' && JSON.stringify(deployed));
  rmSync(join(folder, 'deployed'));
}

interface Shown {
  readonly state: string;
  readonly waitingFor?: { readonly task: string };
}

async function until(url: string, id: string, isReached: (execution: Shown) => boolean): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
    const { text } = await send(url, { path: `/executions/${id}` });
    if (isReached(JSON.parse(text) as Shown)) return; // per the contract
  }
  throw new Error(`The execution ${id} did not get there`);
}
