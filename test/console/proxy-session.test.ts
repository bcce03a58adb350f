import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { untilQuiet } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';
import { startProxy, type ProxyUnderTest } from './support/proxy-under-test.ts';

const flow = `id: greet
namespace: examples
inputs:
  - {id: user_name, type: STRING, defaults: World}
tasks:
  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "Hello {{ inputs.user_name }}"']}
`;

let consoleUnderTest: ConsoleUnderTest;
let proxy: ProxyUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(flow);
  proxy = await startProxy(consoleUnderTest.url);
});
afterAll(async () => {
  proxy.stop();
  await consoleUnderTest.stop();
});
beforeEach(() => proxy.endAllSessions());

/** The form of the flow, filled in by ada, whose session ends before it is sent. */
async function sendAfterTheEnd(page: Page): Promise<void> {
  await page.goto(`${proxy.url}/ui/flows/examples/greet?tab=run`);
  await page.getByRole('link', { name: 'Sign in as ada' }).click();
  await page.locator('#input-user_name').waitFor();
  await untilQuiet(page);
  // Otherwise the check of what was typed, and not the run, would find out that the session has ended.
  const checked = page.waitForResponse(/validate-inputs/);
  await page.locator('#input-user_name').fill('Grace');
  await checked;
  proxy.endAllSessions();
  await page.getByRole('form', { name: 'Run the flow' }).getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
}

async function signInAgain(page: Page, name: string): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  const window = await opened;
  await window.getByRole('link', { name: `Sign in as ${name}` }).click();
  return window;
}

it('the user is the one of the proxy, and is not asked for a name', async () => {
  const { page, troubles, close } = await consoleUnderTest.open('/healthz', { name: undefined });
  await page.goto(proxy.url);
  await page.getByRole('link', { name: 'Sign in as ada' }).click();
  await page.getByRole('button', { name: 'ada' }).click();
  await page.getByText('The reverse proxy identified you').waitFor();
  expect(await page.getByRole('dialog', { name: 'Who are you?' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});

it('a session of the proxy that has ended is renewed in a window, and the page goes on', async () => {
  const { page, close } = await consoleUnderTest.open('/healthz', { name: undefined });
  await sendAfterTheEnd(page);
  const window = await signInAgain(page, 'ada');
  await page.getByText('Hello Grace', { exact: true }).waitFor();
  if (!window.isClosed()) await window.waitForEvent('close');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await close();
});

it('another user does not go on with the page', async () => {
  const { page, close } = await consoleUnderTest.open('/healthz', { name: undefined });
  await sendAfterTheEnd(page);
  await signInAgain(page, 'grace');
  await page.getByText('You have signed in as grace, but this page belongs to ada').waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'grace' }).waitFor();
  expect(await page.locator('#input-user_name').inputValue()).toBe('');
  await close();
});

it('the page for signing in leads to the console where nobody waits for it', async () => {
  const { page, close } = await consoleUnderTest.open('/ui/sign-in');
  await page.locator('h1', { hasText: 'Flows' }).waitFor();
  expect(page.url()).toBe(`${consoleUnderTest.url}/ui/flows`);
  await close();
});
