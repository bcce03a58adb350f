import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suggestedName } from '../../src/faces/http/identity/suggested-name.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

const approval = (id: string, more: string) => `id: ${id}
namespace: examples
tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: "Release 1.2?\\n<b>Today</b>"
    ${more}
    timeout: 48h
  - {id: announce, type: dev.vendor.plugin.core.log.Log, message: Released}
`;
const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const form = `inputs:
      - {id: note, type: STRING, min_length: 5}
      - {id: share, type: INT, required: false, max: 100}`;
let consoleUnderTest: ConsoleUnderTest;
let folder: string;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  folder = mkdtempSync(join(tmpdir(), 'flowgate-waits-'));
  await consoleUnderTest.store(approval('release', form));
  await consoleUnderTest.store(approval('two', 'approvers: {users: [ada, bob], count: 2}'));
  await consoleUnderTest.store(approval('others', 'approvers: {users: [carol]}'));
  await consoleUnderTest.store(`id: tests
namespace: examples
tasks:
  - {id: tests, type: dev.vendor.plugin.core.flow.Wait, signal: tests-done, timeout: 6h}
`);
  await consoleUnderTest.store(`id: deploy
namespace: examples
inputs: [{id: token, type: SECRET}]
tasks:
  - {id: build, ${shell}, script: 'echo "{\\"image\\": \\"shop:7\\"}"', outputSchema: {image: {type: STRING}}}
  - {id: deploy, ${shell}, env: {TOKEN: '{{ inputs.token }}'}, script: 'test -e ${folder}/up && echo "to {{ task_outputs.build.image }}"'}
`);
});
afterAll(async () => {
  await consoleUnderTest.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function waiting(flow: string): Promise<string> {
  const { body } = await consoleUnderTest.run({}, { flow });
  await consoleUnderTest.until(body.id, ({ waitingFor }) => waitingFor !== undefined);
  return body.id;
}

const decide = (id: string, subject: string, body: object) =>
  request(consoleUnderTest.gateway.app)
    .post(`/executions/${id}/decision`)
    .set('x-oidc-sub', subject)
    .send({ task: 'release', ...body })
    .expect(202);

describe('an execution that waits for an approval', () => {
  it('takes secrets and files in its form', async () => {
    await consoleUnderTest.store(
      approval('hidden', 'inputs: [{id: token, type: SECRET}, {id: notes, type: FILE, max_size: 1 KB}]'),
    );
    const id = await waiting('hidden');
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    const panel = page.getByRole('region', { name: 'Waiting for approval' });
    await panel.locator('#input-token').fill('correct-horse');
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('new') });
    await panel.getByText(/uploaded/i).waitFor();
    await panel.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('status').getByText('Approved', { exact: true }).waitFor();
    const record = await consoleUnderTest.gateway.ports.store.read(id);
    expect(record).toMatchObject({
      endedWaits: [{ values: { token: '****', notes: { filename: 'notes.txt', size: 3 } } }],
      formFiles: { 'task.release.notes': { size: 3 } },
    });
    expect(troubles).toEqual([]);
    await close();
  });

  it('is found under "Waiting for you", and approved with the values of its form', async () => {
    const id = await waiting('release');
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/flows');
    await page.getByRole('row').filter({ hasText: 'examples/release' }).getByText('Waiting for approval').waitFor();
    await page.getByRole('link', { name: 'Waiting for you 1', exact: true }).click();
    await page.getByText('examples/release, started by ada').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('link', { name: 'Release 1.2?' }).click();

    await page.locator('h1 [data-state=WAITING]').waitFor();
    const panel = page.getByRole('region', { name: 'Waiting for approval' });
    await panel.getByText('Release 1.2?\n<b>Today</b>').waitFor();
    expect(await panel.textContent()).toMatch(/those who may execute in examples/);
    expect(await panel.textContent()).toMatch(/in 1d 23h|in 2d 00h/);
    expect(await accessibilityProblems()).toEqual([]);
    expect(troubles).toEqual([]);

    // By the keyboard alone, first with values that the gateway rejects.
    const note = panel.getByRole('textbox', { name: /^note/ });
    await note.focus();
    await page.keyboard.type('Ok');
    await panel.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await panel.locator('#input-note-problem').waitFor();
    expect(await note.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    await note.fill('Looks good');
    await panel.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('status').getByText('Approved', { exact: true }).waitFor();
    await panel.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await page.getByRole('link', { name: 'Waiting for you', exact: true }).waitFor();
    const waits = page.getByRole('listitem').filter({ hasText: 'Approved' });
    expect(await waits.textContent()).toMatch(/release.*by ada/);
    await waits.locator('summary').click();
    await waits.getByText('Looks good').waitFor();
    const { waits: recorded } = await consoleUnderTest.until(id, 'SUCCESS');
    expect(recorded).toMatchObject([{ decision: 'APPROVE', values: { note: 'Looks good' } }]);
    await close();
  });

  it('says who was faster', async () => {
    const id = await waiting('release');
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    const reject = page.getByRole('button', { name: 'Reject' });
    await reject.waitFor();
    await decide(id, 'bob', { decision: 'APPROVE', inputs: { note: 'Looks good' } });
    await reject.click();
    const problem = page.getByRole('alert').filter({ hasText: 'Your decision was not recorded' });
    expect(await problem.textContent()).toContain('already approved by bob at ');
    await reject.waitFor({ state: 'detached' });
    await close();
  });

  it('needs each of several people once', async () => {
    const id = await waiting('two');
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('2 of ada and bob').waitFor();
    await page.getByRole('link', { name: 'Waiting for you 1', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved; 1 more must approve').waitFor();
    await page.getByText('1 of 2: ada').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Waiting for you', exact: true }).waitFor();
    await decide(id, 'bob', { decision: 'REJECT' });
    await page.getByText('Rejected', { exact: true }).waitFor();
    await close();
  });

  it('says why somebody may not decide', async () => {
    const id = await waiting('others');
    const { page, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('You are not among those who may decide.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
    await close();
  });
});

it('lists what waits, by what it waits for', async () => {
  await waiting('tests');
  const { page, accessibilityProblems, close } = await consoleUnderTest.open('/ui/executions?waiting=signal');
  await page.getByRole('list', { name: 'Filters' }).getByText('waiting for a signal').waitFor();
  const row = page.getByRole('row').filter({ hasText: 'examples/tests' });
  await row.getByText('Waiting for a signal').waitFor();
  expect(await page.getByRole('row').count()).toBe(2); // with the header
  await row.getByRole('link', { name: 'examples/tests' }).click();
  await page.getByRole('region', { name: 'Waiting for a signal' }).getByText('the signal tests-done').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await close();
});

it('restarts an execution where it failed, with a secret that is entered again', async () => {
  const { body } = await consoleUnderTest.run({ inputs: { token: 'a-secret-token' } }, { flow: 'deploy' });
  await consoleUnderTest.until(body.id, 'FAILED');
  writeFileSync(join(folder, 'up'), '');
  const { page, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
  await page.getByRole('button', { name: 'Run again from the beginning' }).waitFor();
  await page.getByRole('button', { name: 'Restart from here…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restart from deploy?' });
  await dialog.getByText('everything else in the workspace is gone').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Restart' }).press('Enter');
  await dialog.getByText('no longer stored').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('input-token');
  await page.keyboard.type('a-secret-token');
  await dialog.getByRole('button', { name: 'Restart' }).press('Enter');

  await page.getByText('Restart of').waitFor();
  await page.locator('h1 [data-state=SUCCESS]').waitFor();
  await page.getByRole('button', { name: /^build, Kept/ }).waitFor();
  await page.getByRole('link', { name: `kept from ${body.id.slice(-6)}` }).waitFor();
  await page.locator('.log-line').getByText('to shop:7').waitFor();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('cell', { name: 'Kept' }).waitFor();
  await close();
});

describe('what waits, on the home page', () => {
  const section = (page: Page) => page.getByRole('region', { name: /^Waiting for you/ });
  const nothing = 'Nothing waits for your approval.';
  let id: string;
  beforeAll(async () => {
    id = await waiting('release');
  });
  afterAll(() => decide(id, 'ada', { decision: 'REJECT' }));

  it('is neither empty while it loads, nor if that fails', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/tokens');
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/executions?*waiting_for=mine*', async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto(`${consoleUnderTest.url}/`);
    await section(page).getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByText(nothing).count()).toBe(0);
    answer();
    await section(page).getByRole('link', { name: 'examples/release' }).first().waitFor();
    await page.unroute('**/executions?*waiting_for=mine*');
    await page.route('**/executions?*waiting_for=mine*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${consoleUnderTest.url}/`);
    await section(page).getByText('Could not load what waits for you').waitFor();
    expect(await page.getByText(nothing).count()).toBe(0);
    await close();
  });

  it('agrees with the number in the navigation, also at the first visit, when the name is not known yet', async () => {
    const { page, close } = await consoleUnderTest.open('/', { name: undefined });
    // Without a name the console takes the one that the gateway suggests; what was asked before is not for it.
    await page.getByRole('link', { name: /^Waiting for you \d/ }).waitFor();
    await section(page).getByRole('link', { name: 'examples/release' }).first().waitFor();
    expect(await page.getByText(nothing).count()).toBe(0);
    await close();
  });

  it('is asked again once it is known who asks', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/tokens', { name: undefined });
    await page.evaluate('localStorage.clear()');
    const named = page.waitForRequest(
      (sent) => new URL(sent.url()).pathname === '/home' && sent.headers()['x-oidc-sub'] !== undefined,
      { timeout: 8_000 }, // less than until the page asks again by itself
    );
    await page.goto(`${consoleUnderTest.url}/`);
    expect((await named).headers()['x-oidc-sub']).toBe(suggestedName());
    await close();
  });
});
