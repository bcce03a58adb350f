import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(`id: managed
namespace: examples
inputs:
  - {id: name, type: STRING, defaults: World}
  - {id: day, type: DATE, required: false}
tasks:
  - {id: run, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "$NAME $DAY"']}
triggers:
  - {id: nightly, type: schedule, cron: '30 5 * * 1-5', timezone: Europe/Berlin, inputs: {name: Ada}}
`);
});
afterAll(() => consoleUnderTest.stop());

const path = '/ui/flows/examples/managed';

it('values are saved as a preset, found again by its link, and taken from the last run', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(path);
  const name = page.locator('#input-name');
  const day = page.locator('#input-day');
  await name.fill('Grace');
  await day.fill('2026-01-02');
  await page.getByRole('button', { name: 'Save as preset' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('weekly');
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**preset=weekly');
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Grace');
  expect(await day.inputValue()).toBe('2026-01-02');
  await name.fill('Linus');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL('**/ui/executions/*');
  await page.goto(consoleUnderTest.url + path);
  await page.getByRole('button', { name: 'Use my last values' }).click();
  await expect.poll(() => name.inputValue()).toBe('Linus');
  expect(troubles).toEqual([]);
  await close();
});

it('a schedule is explained, disabled, and made up for', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`${path}?tab=triggers`);
  await page.getByText('At 05:30, Monday through Friday').waitFor();
  expect(await page.getByRole('list', { name: 'Last and next ticks of nightly' }).getByText('05:30').count()).toBe(10);
  await page.getByRole('button', { name: 'Backfill nightly' }).click();
  await page.getByLabel('From').fill(new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10) + ' 00:00');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Would start').first().waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Disable nightly' }).click();
  await page.getByRole('button', { name: 'Enable nightly' }).waitFor();
  await page.getByText('This trigger is disabled in the flow.').waitFor();
  expect(troubles).toEqual([]);
  await close();
});

it('a flow is deleted, restored, and removed for good only after its id is typed', async () => {
  const { page, accessibilityProblems, close } = await consoleUnderTest.open(path);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL('**/ui/flows');
  await page.goto(consoleUnderTest.url + path);
  await page.getByText('This flow was deleted').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByLabel('Remove its history too').check();
  const remove = page.getByRole('button', { name: 'Delete with its history' });
  expect(await remove.isDisabled()).toBe(true);
  await page.getByLabel('Type managed to confirm').fill('managed');
  await remove.click();
  await page.waitForURL('**/ui/flows');
  await page.goto(consoleUnderTest.url + path);
  await page.getByText('This flow does not exist').waitFor();
  await close();
});
