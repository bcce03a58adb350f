import { describe, expect, test } from 'vitest';
import { startTestGateway } from '../../support/gateway.ts';
import { endAtWait, storeFlow, waitingExecution } from '../../support/waiting-execution.ts';
import { useGatewayLine } from './gateway-line.ts';

const used = useGatewayLine(() => startTestGateway({ engineName: 'local' }));
const flow = (task: string) => `id: release
namespace: shop
description: Releases.
inputs:
  - {id: key, type: SECRET, required: false}
tasks:
  - {id: release, ${task}}
  - {id: announce, type: dev.vendor.plugin.core.log.Log, message: Done}
`;
const approval = `type: dev.vendor.plugin.core.flow.Approval, message: Release?, timeout: 2h, inputs: [
    {id: note, type: STRING, display_name: A note, min_length: 5}, {id: share, type: INT, required: false}]`;
const signal =
  'type: dev.vendor.plugin.core.flow.Wait, signal: tests-done, timeout: 6h, outputSchema: {passed: {type: BOOLEAN}}';

async function waiting(task = approval, texts: object = { message: 'Release 1.2?' }, inputs = {}): Promise<string> {
  await storeFlow(used.started, flow(task));
  return (await waitingExecution(used.started, 'shop/release', { texts, inputs })).id;
}

describe('approvals', () => {
  test('lists what waits, with the question', async () => {
    const id = await waiting();
    const { stdout } = await used.line.run(['approvals']);
    expect(stdout).toContain(id);
    expect(stdout).toMatch(/shop\/release +release .* Release 1\.2\?/);
    expect((await used.line.run(['approvals', '--all', '--format', 'json'])).stdout).toContain('"mayDecide": true');
    const status = await used.line.run(['status', id]);
    expect(status.stdout).toMatch(/RUNNING: waiting for the approval release until .*: Release 1\.2\?/);
    expect((await used.line.run(['executions'])).stdout).toContain('RUNNING (approval)');
  });
});

describe('approve and reject', () => {
  test('send the values with their types', async () => {
    const id = await waiting();
    const wrong = await used.line.run(['approve', id, '-i', 'note=no', '-i', 'share=7']);
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('note: ') });
    const { status, stdout } = await used.line.run(['approve', id, '-i', 'note=Looks good', '-i', 'share=7']);
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('QUEUED') });
    expect((await used.started.ports.store.read(id))?.endedWaits?.[0]?.values).toEqual({
      note: 'Looks good',
      share: 7,
    });
    const again = await used.line.run(['reject', id]);
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('already approved by ada') });
  });

  test('upload files', async () => {
    const form = 'type: dev.vendor.plugin.core.flow.Approval, message: Release?, inputs: [{id: notes, type: FILE}]';
    const id = await waiting(form);
    used.line.write('notes.txt', 'new');
    expect((await used.line.run(['approve', id, '--file', 'notes=notes.txt'])).status).toBe(0);
    expect((await used.started.ports.store.read(id))?.formFiles).toMatchObject({
      'task.release.notes': { filename: 'notes.txt', size: 3 },
    });
  });

  test('rejects without a value', async () => {
    const id = await waiting();
    expect((await used.line.run(['reject', id, '--task', 'release'])).stdout).toContain('rejected by ada');
  });
});

describe('signal', () => {
  test('sends its data', async () => {
    const id = await waiting(signal, {});
    const wrong = await used.line.run(['signal', id, 'tests-done', '--data', '[1]']);
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('--data must be a JSON object') });
    expect((await used.line.run(['signal', id, 'other'])).status).toBe(1);
    expect((await used.line.run(['signal', id, 'tests-done', '--data', '{"passed":1}'])).stderr).toContain('passed: ');
    expect((await used.line.run(['signal', id, 'tests-done', '--data', '{"passed":true}'])).status).toBe(0);
  });
});

describe('restart', () => {
  test('starts a new execution at the task that failed, with the secrets given again', async () => {
    const id = await waiting(approval, { message: 'Release?' }, { key: 'a long secret' });
    await used.line.run(['reject', id]);
    const missing = await used.line.run(['restart', id]);
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('key: Secrets are not stored') });
    used.line.environment = { ...used.line.environment, KEY: 'a long secret' };
    const { stdout } = await used.line.run(['restart', id, '--input-env', 'key=KEY', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ restartOf: id, restartFrom: 'release', state: 'CREATED' });
    const behind = await used.line.run(['restart', id, '--from', 'announce', '--input-env', 'key=KEY']);
    expect(behind.stderr).toContain('the task "release" before "announce" did not succeed');
    await endAtWait(used.started, JSON.parse(stdout).id);
    expect((await used.line.run(['approvals'])).stdout).toContain(JSON.parse(stdout).id);
  });
});
