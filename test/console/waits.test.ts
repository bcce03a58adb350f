import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeFlow, waitingExecution } from '../support/waiting-execution.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

const approval = (id: string, more: string) => `id: ${id}
namespace: examples
tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    ${more}
    timeout: 48h
  - {id: announce, type: dev.vendor.plugin.core.log.Log, message: Released}
`;
const form = `inputs:
      - {id: note, type: STRING, min_length: 5}
      - {id: share, type: INT, required: false, max: 100}`;
const texts = { message: 'Release 1.2?\n<b>Today</b>' };

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  const { gateway } = consoleUnderTest;
  await storeFlow(gateway, approval('release', form));
  await storeFlow(gateway, approval('two', 'approvers: {users: [ada, bob], count: 2}'));
  await storeFlow(gateway, approval('others', 'approvers: {users: [carol]}'));
  await storeFlow(
    gateway,
    `id: tests
namespace: examples
tasks:
  - {id: tests, type: dev.vendor.plugin.core.flow.Wait, signal: tests-done, timeout: 6h}
`,
  );
});
afterAll(() => consoleUnderTest.stop());

const decide = (id: string, subject: string, decision = 'APPROVE') =>
  request(consoleUnderTest.gateway.app)
    .post(`/executions/${id}/decision`)
    .set('x-oidc-sub', subject)
    .send({ task: 'release', decision, inputs: { note: 'Looks good' } })
    .expect(202);

describe('an execution that waits for an approval', () => {
  it('is found under "Waiting for you", and approved with the values of its form', async () => {
    const { id } = await waitingExecution(consoleUnderTest.gateway, 'examples/release', { texts });
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
    const { waits: recorded } = await consoleUnderTest.read(id);
    expect(recorded).toMatchObject([{ decision: 'APPROVE', values: { note: 'Looks good' } }]);
    await close();
  });

  it('says who was faster', async () => {
    const { id } = await waitingExecution(consoleUnderTest.gateway, 'examples/release', { texts });
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    const reject = page.getByRole('button', { name: 'Reject' });
    await reject.waitFor();
    await decide(id, 'bob');
    await reject.click();
    const problem = page.getByRole('alert').filter({ hasText: 'Your decision was not recorded' });
    expect(await problem.textContent()).toContain('already approved by bob at ');
    await reject.waitFor({ state: 'detached' });
    await close();
  });

  it('needs each of several people once', async () => {
    const { id } = await waitingExecution(consoleUnderTest.gateway, 'examples/two', { texts });
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('2 of ada and bob').waitFor();
    await page.getByRole('link', { name: 'Waiting for you 1', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved; 1 more must approve').waitFor();
    await page.getByText('1 of 2: ada').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Waiting for you', exact: true }).waitFor();
    await decide(id, 'bob', 'REJECT');
    await page.getByText('Rejected', { exact: true }).waitFor();
    await close();
  });

  it('says why somebody may not decide', async () => {
    const { id } = await waitingExecution(consoleUnderTest.gateway, 'examples/others', { texts });
    const { page, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('You are not among those who may decide.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
    await close();
  });
});

it('lists what waits, by what it waits for', async () => {
  await waitingExecution(consoleUnderTest.gateway, 'examples/tests', { task: 'tests', texts: {} });
  const { page, accessibilityProblems, close } = await consoleUnderTest.open('/ui/executions?waiting=signal');
  await page.getByText('waiting for a signal', { exact: true }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'examples/tests' });
  await row.getByText('Waiting for a signal').waitFor();
  expect(await page.getByRole('row').count()).toBe(2); // with the header
  await row.getByRole('link', { name: 'examples/tests' }).click();
  await page.getByRole('region', { name: 'Waiting for a signal' }).getByText('the signal tests-done').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await close();
});
