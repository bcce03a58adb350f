import { setTimeout as sleep } from 'node:timers/promises';
import { flowText } from '../support/gateway.ts';
import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import { briefly, problemCode, send, type Answer, type Sent } from '../../bench/rig/send.ts';
import { onSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { SupervisedGateway } from '../../bench/rig/supervised-gateway.ts';

const megabyte = 1 << 20;
const dataBytes = 96 * megabyte;
const filesBytes = 48 * megabyte;
/** Small compared to the disks above. */
const environment = { FLOWGATE_MIN_FREE_BYTES: String(8 * megabyte) };
const patience = 30_000;

export const diskFull: Part = {
  name: 'disk-full',
  description:
    'The disk below the data folder, and that below the uploads, fills up: writes are rejected with a clear problem, reads go on, nothing is lost, and it recovers.',
  run: async (report) => {
    for (const [what, bytes, work] of [
      ['data folder', dataBytes, fillData],
      ['uploads', filesBytes, fillUploads],
      ['artifacts', dataBytes, fillArtifacts],
    ] as const) {
      const reason = await onSmallDisk(bytes, (disk) => work(disk, report));
      if (reason !== undefined) report.skip(`${what}: ${reason}`);
    }
  },
};

async function fillData(disk: SmallDisk, report: PartReport): Promise<void> {
  const gateway = await SupervisedGateway.start({ ...environment, FLOWGATE_DATA: disk.folder });
  try {
    const ask = async (sent: Sent) => answerOf(await gateway.url(), sent);
    const kept = new Map<string, string>();
    const store = async (id: string): Promise<Answer | undefined> => {
      const source = `${flowText({ id })}# ${'x'.repeat(100_000)}\n`;
      const answer = await ask({ method: 'POST', path: '/flows', body: source });
      if (answer?.status === 201) kept.set(id, source);
      return answer;
    };
    for (let index = 0; index < 20; index++) await store(`before-${index}`);
    disk.fill(300_000);
    const answers: (Answer | undefined)[] = [];
    // If the gateway exits, wait only until that is detected.
    for (let index = 0; index < 30 && gateway.restarts === 0; index++) answers.push(await store(`full-${index}`));
    printGatewayErrors('data folder', answers, report);
    report.figure('data folder', `${answers.length} writes while it was full, ${kept.size} flows kept`);
    const unread = gateway.restarts > 0 ? ['the gateway has ended'] : await unreadable(kept, ask);
    report.check('data folder: stored flows can be read while it is full', unread.join('; '));
    report.check('data folder: the gateway keeps running', gateway.restarts > 0 && gateway.lastLog.slice(-500));
    disk.empty();
    report.check('data folder: it accepts writes again', await recovers(() => store('after')));
    report.check('data folder: nothing that was acknowledged is lost', (await unreadable(kept, ask)).join('; '));
  } finally {
    await gateway.stop();
  }
}

/** A file with holes does not fit as an artifact: its own execution fails, and no other one does. */
async function fillArtifacts(disk: SmallDisk, report: PartReport): Promise<void> {
  const gateway = await SupervisedGateway.start({
    ...environment,
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_DATA: disk.folder,
  });
  try {
    const ask = async (sent: Sent) => answerOf(await gateway.url(), sent);
    const flow = (id: string, commands: string, file: string) =>
      `id: ${id}\nnamespace: examples\ntasks:\n  - id: work\n    type: dev.vendor.plugin.core.shell.Shell\n    commands: [${commands}]\n    outputFiles: [${file}]\n`;
    const run = async (id: string): Promise<string> => {
      const answer = await ask({ method: 'POST', path: `/flows/examples/${id}/executions`, body: {} });
      return (JSON.parse(answer?.text ?? '{}') as { id?: string }).id ?? '';
    };
    const ended = async (id: string): Promise<{ state?: string; reason?: string }> => {
      for (const end = Date.now() + patience; ;) {
        const answer = await ask({ path: `/executions/${id}` });
        const execution = JSON.parse(answer?.text ?? '{}') as { state?: string; reason?: string };
        if (execution.state === 'SUCCESS' || execution.state === 'FAILED' || Date.now() > end) return execution;
        await sleep(200);
      }
    };
    await ask({ method: 'POST', path: '/flows', body: flow('sparse', `truncate -s ${dataBytes} big`, 'big') });
    await ask({ method: 'POST', path: '/flows', body: flow('victim', 'sleep 3, echo x > small', 'small') });
    const [victim, author] = [await run('victim'), await run('sparse')];
    const failed = await ended(author);
    const isNamed = failed.reason?.startsWith(`The output file big (${dataBytes} bytes)`) === true;
    report.check('artifacts: the file that does not fit is named', !isNamed && JSON.stringify(failed).slice(0, 300));
    const other = await ended(victim);
    report.check('artifacts: another execution succeeds', other.state !== 'SUCCESS' && String(other.reason));
    const change = await problemOf(ask({ method: 'POST', path: '/flows', body: flowText({ id: 'meanwhile' }) }), 201);
    report.check('artifacts: flows are stored in the meantime', change);
  } finally {
    await gateway.stop();
  }
}

async function fillUploads(disk: SmallDisk, report: PartReport): Promise<void> {
  await withGatewayOnStandIn({ environment: { ...environment, FLOWGATE_FILES: disk.folder } }, async (gateway) => {
    const ask = (sent: Sent) => answerOf(gateway.url, sent);
    const takesFile = flowText({ id: 'takes-file' }).replace(
      'tasks:\n',
      '  - {id: dataset, type: FILE, required: false}\ntasks:\n',
    );
    await ask({ method: 'POST', path: '/flows', body: takesFile });
    const upload = (bytes: number) => {
      const form = new FormData();
      form.set('dataset', new Blob([Buffer.alloc(bytes)]), 'a.bin');
      return ask({ method: 'POST', path: '/flows/examples/takes-file/files', body: form });
    };
    report.check(
      'uploads: there is room at first',
      (await upload(megabyte))?.status !== 201 && 'the first upload is rejected',
    );
    disk.fill(2 * megabyte);
    const before = disk.free();
    const answers: (Answer | undefined)[] = [];
    for (let index = 0; index < 5; index++) answers.push(await upload(4 * megabyte));
    printGatewayErrors('uploads', answers, report);
    report.check(
      'uploads: nothing is left of a rejected one',
      disk.free() < before && `${before - disk.free()} bytes do`,
    );
    report.check(
      'uploads: flows are stored in the meantime',
      await problemOf(ask({ method: 'POST', path: '/flows', body: flowText({ id: 'meanwhile' }) }), 201),
    );
    disk.empty();
    report.check('uploads: it accepts files again', await recovers(() => upload(4 * megabyte)));
    report.check('uploads: the gateway keeps running', !gateway.isAlive() && gateway.log().slice(-500));
  });
}

/** Writes that did not fit must be answered with a problem that says so. */
function printGatewayErrors(what: string, answers: readonly (Answer | undefined)[], report: PartReport): void {
  const rejected = answers.filter((answer) => answer?.status !== 201);
  const unclear = rejected.filter(
    (answer) =>
      answer === undefined ||
      ![413, 503, 507].includes(answer.status) ||
      problemCode(answer) === undefined ||
      !/space|disk|full|room/i.test(answer.text),
  );
  const codes = new Set(
    rejected.map((answer) => (answer === undefined ? 'no answer' : `${answer.status} ${problemCode(answer)}`)),
  );
  report.figure(
    `${what}, full`,
    `${answers.length - rejected.length} accepted, ${rejected.length} rejected: ${[...codes].join(', ')}`,
  );
  report.check(`${what}: something does not fit`, rejected.length === 0 && 'everything was accepted');
  const [first] = unclear;
  report.check(
    `${what}: what does not fit is rejected with a clear problem`,
    unclear.length > 0 && `${unclear.length} are not, the first: ${first === undefined ? 'no answer' : briefly(first)}`,
  );
}

export async function unreadable(
  kept: ReadonlyMap<string, string>,
  ask: (sent: Sent) => Promise<Answer | undefined>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [id, source] of kept) {
    const answer = await ask({
      path: `/flows/examples/${id}`,
      headers: { 'x-oidc-sub': 'ada', accept: 'application/x-yaml' },
    });
    if (answer?.text !== source)
      problems.push(`${id} answers ${answer === undefined ? 'nothing' : briefly(answer).slice(0, 100)}`);
  }
  return problems.length > 5 ? [`${problems.length} flows cannot be read`, ...problems.slice(0, 3)] : problems;
}

export async function recovers(attempt: () => Promise<Answer | undefined>): Promise<string | undefined> {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await attempt();
    if (answer?.status === 201) return undefined;
    if (Date.now() > end)
      return `not within ${patience / 1000} s: ${answer === undefined ? 'no answer' : briefly(answer)}`;
    await sleep(500);
  }
}

async function problemOf(asked: Promise<Answer | undefined>, status: number): Promise<string | undefined> {
  const answer = await asked;
  return answer?.status === status ? undefined : answer === undefined ? 'no answer' : briefly(answer);
}

/** Undefined if there is no answer, or the connection breaks. */
export function answerOf(url: string, sent: Sent): Promise<Answer | undefined> {
  return send(url, { timeout: 10_000, ...sent }).catch(() => undefined);
}
