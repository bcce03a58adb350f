import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { RedisProcess } from '../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../support/flowgate-process.ts';
import { temporaryFolder } from '../support/redis.ts';
import { startBrowser, type BrowserUnderTest } from './support/browser-under-test.ts';
import { openPage, type ConsolePage } from './support/console-page.ts';
import { builtConsole } from './support/console-under-test.ts';

let redis: RedisProcess;
let server: FlowgateProcess;
let browser: BrowserUnderTest;
let address: string;
let tab: ConsolePage;
const folder = temporaryFolder();

function start(port = '0'): FlowgateProcess {
  return spawnFlowgate({
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_KEY: 'the key of this installation',
    FLOWGATE_DATA: folder,
    REDIS_URL: redis.url,
    PORT: port,
  });
}

async function goAway(): Promise<void> {
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
}

async function comeBack(): Promise<void> {
  server = start(new URL(address).port);
  await server.url;
}

const notice = (page: Page) => page.getByText('Flowgate does not respond', { exact: true });
const area = (page: Page, name: string) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name });
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();

beforeAll(async () => {
  await builtConsole();
  redis = await RedisProcess.start();
  server = start();
  browser = await startBrowser();
  address = await server.url;
  const headers = { 'x-oidc-sub': 'ada', 'content-type': 'application/x-yaml' };
  const body =
    'id: hello\nnamespace: examples\ntasks: [{id: hello, type: dev.vendor.plugin.core.log.Log, message: Hello}]';
  await fetch(`${address}/flows`, { method: 'POST', headers, body });
});
beforeEach(async () => {
  tab = await openPage(browser, `${address}/ui/flows`);
  await tab.page.getByRole('link', { name: 'examples/hello' }).waitFor();
});
afterEach(() => tab.close());
afterAll(async () => {
  await browser.close();
  server.child.kill('SIGKILL');
  await server.end;
  redis.kill();
  rmSync(folder, { recursive: true, force: true });
});

it('is said, all pages still open, nothing leads to an error page of the browser, and the page continues', async () => {
  const { page } = tab;
  await page.getByRole('link', { name: 'examples/hello' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  // Until every part is in the cache of the browser.
  const left = () =>
    page.evaluate(
      `[...document.querySelectorAll('link[rel=later]')].filter(({ href }) => performance.getEntriesByName(href).length === 0).length`,
    );
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
  await goAway();
  await notice(page).waitFor();
  await page.locator('.old-data').waitFor();

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('The gateway did not respond').waitFor();
  for (const [name, tabbed] of [
    ['Source', '.cm-editor'],
    ['Graph', '.graph-node, [role=alert], .skeleton'],
    ['Revisions', '[role=tabpanel]'],
    ['Triggers', '[role=tabpanel]'],
  ] as const) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.locator(tabbed).first().waitFor();
  }
  for (const title of ['Home', 'Executions', 'Waiting for you', 'Locks', 'Tokens', 'Audit', 'System', 'Flows']) {
    await area(page, title).click();
    await heading(page, title);
  }
  await area(page, 'Help').click();
  await page.getByText('“Help” cannot be opened now').waitFor();
  expect(page.url()).toBe(`${address}/ui/flows`);

  await comeBack();
  await notice(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'examples/hello' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL('**/ui/executions/*');
  expect(await page.locator('.old-data').count()).toBe(0);
}, 120_000);

it('a page that was not loaded before opens once the gateway is back', async () => {
  const { page } = tab;
  await page.route('**/assets/locks-page-*', (route) => route.abort());
  await goAway();
  await notice(page).waitFor();
  await area(page, 'Locks').click();
  await page.waitForURL('**/ui/locks');
  await page.locator('main').waitFor();
  await page.unroute('**/assets/locks-page-*');
  await comeBack();
  await heading(page, 'Locks');
  expect(page.url()).toBe(`${address}/ui/locks`);
}, 120_000);
