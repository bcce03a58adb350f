import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

const call = 'type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: device, separate: true';
const input = 'inputs: {device: "{{ items.updates }}"}';
const flow = (id: string, more = '') => `id: ${id}
namespace: examples
tasks:
  - id: updates
    type: dev.vendor.plugin.core.flow.ForEach
    values: [d1, d2]
    concurrency: 2
    tasks: [{id: update, ${call}, ${input}${more}}]
`;

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(`id: device
namespace: examples
inputs: [{id: device, type: STRING}]
tasks: [{id: check, type: dev.vendor.plugin.core.shell.Shell, script: 'test "{{ inputs.device }}" != d2'}]
`);
  await consoleUnderTest.store(flow('devices'));
  await consoleUnderTest.store(flow('again', ', retry: {type: constant, max_attempt: 2, interval: 10m}'));
});
afterAll(() => consoleUnderTest.stop());

it('a failed caller links to the child that failed, and its task to all of them with their items', async () => {
  const { body } = await consoleUnderTest.run({}, { flow: 'devices' });
  await consoleUnderTest.until(body.id, ({ state }) => state === 'FAILED');
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
  const summary = page.getByRole('region', { name: 'Why it failed' });
  await summary.getByText('1 of 2 items failed: d2').waitFor();
  await summary.getByText('The page of that execution shows why').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await summary.getByRole('link').click();
  await page.getByRole('link', { name: 'examples/devices updates/update[d2]' }).click();
  await page.getByRole('link', { name: 'Show all' }).waitFor();
  await page.getByRole('link', { name: 'child executions' }).click();
  const rows = page.getByRole('row').filter({ hasText: 'examples/device' });
  await rows.filter({ hasText: '[d1]' }).filter({ hasText: 'Success' }).waitFor();
  await rows.filter({ hasText: '[d2]' }).filter({ hasText: 'Failed' }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});

it('a caller shows when it retries what has failed', async () => {
  const { body } = await consoleUnderTest.run({}, { flow: 'again' });
  await consoleUnderTest.until(
    body.id,
    ({ waitingFor }) => waitingFor?.executions?.retrying === 1 && waitingFor.executions.succeeded === 1,
  );
  const { page, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
  const panel = page.getByRole('region', { name: 'Waiting for executions' });
  const progress = panel.getByText('1 of 2 ended');
  await progress.waitFor();
  expect(await progress.textContent()).toMatch(/^1 of 2 ended, 1 to retry, the next at \d{4}-/);
  await close();
});
