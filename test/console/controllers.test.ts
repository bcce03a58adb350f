import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, urlOf } from '../support/listening-server.ts';
import { placedFlow, startSeveralControllers, type SeveralControllers } from '../support/several-controllers.ts';
import { startBrowser, type BrowserUnderTest } from './support/browser-under-test.ts';
import { openPage } from './support/console-page.ts';
import { builtConsole } from './support/console-under-test.ts';

let running: SeveralControllers<'eu' | 'lab'>;
let server: Server;
let browser: BrowserUnderTest;
beforeAll(async () => {
  const console = await builtConsole();
  running = await startSeveralControllers(
    { eu: {}, lab: { namespaces: ['lab'], isDraining: true, fallback: 'eu' } },
    { console },
  );
  server = await listen(running.gateway.app);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await running.stop();
});

it('lists the controllers, and an execution names its own', async () => {
  await running.store(placedFlow('lab', { tasks: [{ path: 'greet', milliseconds: 20 }] }));
  const { body } = await running.run({}, { namespace: 'lab' });
  await running.until(body.id, 'SUCCESS');
  const { page, accessibilityProblems, troubles } = await openPage(
    browser,
    `${urlOf(server)}/ui/executions/${body.id}`,
  );
  await page.getByText('instead of lab').waitFor();
  await page.getByRole('link', { name: 'eu', exact: true }).click();
  await page.getByRole('heading', { name: 'Controllers' }).waitFor();
  const row = page.getByRole('row', { name: /lab/ });
  await row.getByText('Draining').waitFor();
  await row.getByRole('cell', { name: 'eu', exact: true }).waitFor();
  expect(await page.getByRole('row', { name: /everything else/ }).innerText()).toContain('OK');
  expect(await accessibilityProblems()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 900 });
  await row.getByText('Fallback: eu').waitFor();
  await row.getByText('Runs: lab').waitFor();
  expect(troubles).toEqual([]);
});
