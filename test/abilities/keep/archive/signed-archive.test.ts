import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainIndex } from '../../../../src/store/executions/archive/index-upkeep.ts';
import { folderOf } from '../../../../src/store/executions/record/archived-execution.ts';
import { endedRecord } from '../../../support/execution-record.ts';
import { told } from '../../../support/life-of.ts';
import { storeFlow } from '../../../support/waiting-execution.ts';
import { ArchiveRig, signal } from './archive-rig.ts';

let rig: ArchiveRig;
beforeAll(async () => {
  rig = await ArchiveRig.start();
});
beforeEach(() => rig.reset());
afterAll(() => rig.gateway.stop());

const flow = (script: string) =>
  `id: ship\nnamespace: team\ntasks: [{id: a, type: dev.vendor.plugin.core.shell.Shell, script: ${script}}]\n`;

const recordOf = (id: string) => join(rig.folder, folderOf(id), 'record.json.gz');
const partOf = () => join(rig.folder, 'index', readdirSync(join(rig.folder, 'index'))[0] ?? '');

/** A file without its signature, as an older version has written it. */
function unsigned(file: string): Buffer {
  return gzipSync(gunzipSync(readFileSync(file)));
}

async function show(id: string) {
  rig.gateway.ports.archive!.reader.forget(id);
  return rig.get(`/executions/${id}`);
}

const post = (path: string, body: object = {}) =>
  request(rig.gateway.app).post(path).set('x-oidc-sub', 'ada').send(body);

/** An archived execution whose source can be replayed. */
async function archived(): Promise<string> {
  await storeFlow(rig.gateway, flow('./build.sh'));
  const { body } = await post('/flows/team/ship/executions').expect(202);
  const { ports } = rig.gateway;
  await told(ports, body.id, { name: 'begun', engine: 'local' });
  await ports.logs.append(body.id, 'a line\n');
  const record = endedRecord(await told(ports, body.id, { name: 'finished', state: 'FAILED' }));
  expect(await rig.archiver.archive([record], signal)).toBe(1);
  return body.id;
}

describe('a signed record', () => {
  it('can be read and replayed, and by other programs', async () => {
    const id = await archived();
    const { status, body } = await show(id);
    expect([status, body.state, body.isUnsigned]).toEqual([200, 'FAILED', undefined]);
    await post(`/executions/${id}/replay`).expect(202);
    const text = execFileSync('sh', ['-c', `gzip -dc ${recordOf(id)} 2>/dev/null || [ $? = 2 ]`]).toString();
    expect(JSON.parse(text).record.id).toBe(id);
  });

  it('that was changed is damaged, and never decompressed', async () => {
    const id = await archived();
    const stored = readFileSync(recordOf(id));
    const line = stored.subarray(stored.lastIndexOf('\0flowgate-signature-1 '));
    const changed = gunzipSync(readFileSync(recordOf(id)))
      .toString()
      .replace('FAILED', 'SUCCESS');
    for (const content of [gzipSync(changed), gzipSync(Buffer.alloc(100_000_000))]) {
      writeFileSync(recordOf(id), Buffer.concat([content, line]));
      const { status, body } = await show(id);
      expect([status, body.detail]).toEqual([500, expect.stringContaining('was changed after it was signed')]);
      await post(`/executions/${id}/replay`).expect(500);
    }
  });
});

describe('a record without a signature', () => {
  it('can be read, says so, and is neither replayed nor restarted', async () => {
    const id = await archived();
    writeFileSync(recordOf(id), unsigned(recordOf(id)));
    const { status, body } = await show(id);
    expect([status, body.state, body.isUnsigned]).toEqual([200, 'FAILED', true]);
    for (const path of ['replay', 'restart']) {
      const { status: refused, body: problem } = await post(`/executions/${id}/${path}`);
      expect([refused, problem.type]).toEqual([409, 'urn:flowgate:problem:restart-not-possible']);
      expect(problem.detail).toContain('is not signed with the key of this installation');
    }
  });

  it('is the same with the signature of another key', async () => {
    const id = await archived();
    const line = `\0flowgate-signature-1 ${'0'.repeat(16)} ${'0'.repeat(64)}\n`;
    writeFileSync(recordOf(id), Buffer.concat([unsigned(recordOf(id)), Buffer.from(line)]));
    expect((await show(id)).body.isUnsigned).toBe(true);
    await post(`/executions/${id}/replay`).expect(409);
  });

  it('is damaged if it would fill the memory', async () => {
    const id = await archived();
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    writeFileSync(recordOf(id), Buffer.concat([zeros, zeros, zeros]));
    const { status, body } = await show(id);
    expect([status, body.detail]).toEqual([500, expect.stringContaining('bytes of content')]);
    writeFileSync(recordOf(id), gzipSync('['.repeat(1_000_000)));
    expect((await show(id)).body.detail).toContain('is damaged');
  });

  it('is no link and no pipe', async () => {
    const id = await archived();
    const elsewhere = join(rig.folder, 'elsewhere');
    writeFileSync(elsewhere, readFileSync(recordOf(id)));
    rmSync(recordOf(id));
    symlinkSync(elsewhere, recordOf(id));
    expect((await show(id)).body.detail).toContain('is a link');
    rmSync(recordOf(id));
    execFileSync('mkfifo', [recordOf(id)]);
    expect((await show(id)).body.detail).toContain('is not a file of the archive');
  });
});

describe('the log of an execution', () => {
  it('that was changed is damaged', async () => {
    const id = await archived();
    await rig.get(`/executions/${id}/logs`).expect(200);
    const other = await archived();
    const log = join(rig.folder, folderOf(other), 'log-0.gz');
    const size = readFileSync(log).length;
    const forged = gzipSync('A LINE\n');
    expect(forged.length).toBe(size);
    writeFileSync(log, forged);
    await rig.get(`/executions/${other}/logs`).expect(500);
  });
});

describe('a part of the index', () => {
  it('that was changed is damaged', async () => {
    await rig.ended();
    await rig.archive();
    const stored = readFileSync(partOf());
    const line = stored.subarray(stored.lastIndexOf('\0flowgate-signature-1 '));
    const changed = gunzipSync(stored).toString().replace('SUCCESS', 'FAILED');
    writeFileSync(partOf(), Buffer.concat([gzipSync(changed), line]));
    const { body } = await rig.get('/executions?archived=true').expect(200);
    expect([body.executions, body.incomplete]).toEqual([[], true]);
  });

  it('without a signature says so of its executions, also after it was merged', async () => {
    for (let count = 0; count < 20; count++) {
      await rig.ended();
      await rig.archive();
    }
    const forged = join(rig.folder, 'index', readdirSync(join(rig.folder, 'index'))[3] ?? '');
    writeFileSync(forged, unsigned(forged));
    const flags = async () => {
      const { body } = await rig.get('/executions?archived=true&limit=50').expect(200);
      return body.executions.filter(({ isUnsigned }: { isUnsigned?: boolean }) => isUnsigned === true).length;
    };
    expect(await flags()).toBe(1);
    const { archive, index } = rig.gateway.ports.archive!;
    await maintainIndex({ archive, index, oldest: () => undefined }, signal);
    expect(readdirSync(join(rig.folder, 'index'))).toHaveLength(1);
    expect(await flags()).toBe(1);
  });
});
