import type { Part, PartReport } from '../../bench/rig/part.ts';
import { withGatewayOnStandIn } from '../../bench/rig/running-gateway.ts';
import type { Sent } from '../../bench/rig/send.ts';
import { flowText } from '../support/gateway.ts';
import {
  answerOf,
  PressedGateway,
  recovers,
  rejections,
  shellFlow,
  shown,
  statusProblem,
  type MaybeAnswer,
} from './support/pressed-gateway.ts';
import { onSmallDisk, type SmallDisk } from './support/small-disk.ts';

const megabyte = 1 << 20;
const dataBytes = 96 * megabyte;
const filesBytes = 48 * megabyte;
/** Small compared to the disks above. */
const environment = { FLOWGATE_MIN_FREE_BYTES: String(8 * megabyte) };
const meanwhile: Sent = { method: 'POST', path: '/flows', body: flowText({ id: 'meanwhile' }) };

export const diskFull: Part = {
  name: 'disk-full',
  description:
    'The disks of the data folder and of the uploads fill up: writes are rejected with a clear problem, reads continue, nothing is lost, and the gateway recovers.',
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

function fillData(disk: SmallDisk, report: PartReport): Promise<void> {
  return PressedGateway.run({ ...environment, FLOWGATE_DATA: disk.folder }, async (gateway) => {
    const store = (id: string) => gateway.store(id, `${flowText({ id })}# ${'x'.repeat(100_000)}\n`);
    for (let index = 0; index < 20; index++) await store(`before-${index}`);
    disk.fill(300_000);
    const answers: MaybeAnswer[] = [];
    // If the gateway exits, wait only until that is detected.
    for (let index = 0; index < 30 && gateway.restarts === 0; index++) answers.push(await store(`full-${index}`));
    reportRejections('data folder', answers, report);
    report.figure('data folder', `${answers.length} writes while it was full, ${gateway.kept} flows kept`);
    const unread = gateway.restarts > 0 ? 'the gateway has ended' : await gateway.unreadable();
    report.check('data folder: stored flows can be read while it is full', unread);
    report.check('data folder: the gateway keeps running', gateway.restarts > 0 && gateway.lastLog.slice(-500));
    disk.empty();
    report.check('data folder: it accepts writes again', await recovers(() => store('after')));
    report.check('data folder: nothing that was acknowledged is lost', await gateway.unreadable());
  });
}

/** A file with holes does not fit as an artifact: its own execution fails, and no other one does. */
function fillArtifacts(disk: SmallDisk, report: PartReport): Promise<void> {
  const settings = { ...environment, FLOWGATE_ENGINE: 'local', FLOWGATE_DATA: disk.folder };
  return PressedGateway.run(settings, async (gateway) => {
    await gateway.store('sparse', shellFlow('sparse', [`truncate -s ${dataBytes} big`], ['big']));
    await gateway.store('victim', shellFlow('victim', ['sleep 3', 'echo x > small'], ['small']));
    const [victim, author] = [await gateway.start('victim'), await gateway.start('sparse')];
    const failed = await gateway.ended(author);
    const isNamed = failed.reason?.startsWith(`The output file big (${dataBytes} bytes)`) === true;
    report.check('artifacts: the file that does not fit is named', !isNamed && JSON.stringify(failed).slice(0, 300));
    const other = await gateway.ended(victim);
    report.check('artifacts: another execution succeeds', other.state !== 'SUCCESS' && String(other.reason));
    report.check('artifacts: flows are stored in the meantime', await statusProblem(gateway.ask(meanwhile), 201));
  });
}

function fillUploads(disk: SmallDisk, report: PartReport): Promise<void> {
  const settings = { ...environment, FLOWGATE_FILES: disk.folder };
  return withGatewayOnStandIn({ environment: settings }, async (gateway) => {
    const ask = (sent: Sent) => answerOf(gateway.url, sent);
    const input = '  - {id: dataset, type: FILE, required: false}\n';
    const takesFile = flowText({ id: 'takes-file' }).replace('tasks:\n', `${input}tasks:\n`);
    await ask({ method: 'POST', path: '/flows', body: takesFile });
    const upload = (bytes: number) => {
      const form = new FormData();
      form.set('dataset', new Blob([Buffer.alloc(bytes)]), 'a.bin');
      return ask({ method: 'POST', path: '/flows/examples/takes-file/files', body: form });
    };
    report.check('uploads: there is room at first', await statusProblem(upload(megabyte), 201));
    disk.fill(2 * megabyte);
    const before = disk.free();
    const answers: MaybeAnswer[] = [];
    for (let index = 0; index < 5; index++) answers.push(await upload(4 * megabyte));
    reportRejections('uploads', answers, report);
    const left = before - disk.free();
    report.check('uploads: nothing is left of a rejected one', left > 0 && `${left} bytes do`);
    report.check('uploads: flows are stored in the meantime', await statusProblem(ask(meanwhile), 201));
    disk.empty();
    report.check('uploads: it accepts files again', await recovers(() => upload(4 * megabyte)));
    report.check('uploads: the gateway keeps running', !gateway.isAlive() && gateway.log().slice(-500));
  });
}

/** Writes that did not fit must be answered with a problem that says so. */
function reportRejections(what: string, answers: readonly MaybeAnswer[], report: PartReport): void {
  const { rejected, codes, unclear } = rejections(answers);
  const accepted = answers.length - rejected.length;
  report.figure(`${what}, full`, `${accepted} accepted, ${rejected.length} rejected: ${codes}`);
  report.check(`${what}: something does not fit`, rejected.length === 0 && 'everything was accepted');
  report.check(
    `${what}: what does not fit is rejected with a clear problem`,
    unclear.length > 0 && `${unclear.length} are not, the first: ${shown(unclear[0])}`,
  );
}
