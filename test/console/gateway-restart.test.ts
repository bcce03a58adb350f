import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RedisProcess } from '../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../support/flowgate-process.ts';
import { temporaryFolder } from '../support/redis.ts';
import { startBrowser, type BrowserUnderTest } from './support/browser-under-test.ts';
import { openPage } from './support/console-page.ts';
import { builtConsole } from './support/console-under-test.ts';

/** Two gateways on one Redis: one runs the execution, the other one serves the page and is killed. */
let redis: RedisProcess;
let runner: FlowgateProcess;
let server: FlowgateProcess;
let browser: BrowserUnderTest;
const folders = [temporaryFolder(), temporaryFolder()] as const;

function start(folder: string, port = '0'): FlowgateProcess {
  return spawnFlowgate({
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_KEY: 'the key of this installation',
    FLOWGATE_DATA: folder,
    REDIS_URL: redis.url,
    PORT: port,
  });
}

beforeAll(async () => {
  await builtConsole();
  redis = await RedisProcess.start();
  runner = start(folders[0]);
  browser = await startBrowser();
  await runner.url;
});
afterAll(async () => {
  await browser.close();
  for (const { child, end } of [runner, server]) {
    child.kill('SIGKILL');
    await end;
  }
  redis.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Counts until the file exists. */
const endFile = join(folders[0], 'end');
const flow = `id: counting\nnamespace: examples\ntasks:\n  - {id: count, type: dev.vendor.plugin.core.shell.Shell, commands: ['i=0; until [ -e ${endFile} ]; do i=$((i+1)); echo "row $i"; sleep 0.05; done']}\n`;

it('a page with an open log reconnects to a gateway that was killed, and loses or repeats no line', async () => {
  const url = await runner.url;
  const post = async (path: string, body: string, type: string) => {
    const headers = { 'x-oidc-sub': 'ada', 'content-type': type };
    return (await (await fetch(`${url}${path}`, { method: 'POST', headers, body })).json()) as { readonly id: string };
  };
  await post('/flows', flow, 'application/x-yaml');
  const { id } = await post('/flows/examples/counting/executions', '{}', 'application/json');
  server = start(folders[1]);
  const address = await server.url;
  const { page, close } = await openPage(browser, `${address}/ui/executions/${id}?task=count`);
  await page
    .getByText(/^row \d+$/)
    .first()
    .waitFor();

  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  await page.getByText('Connection lost').waitFor();
  server = start(folders[1], new URL(address).port);
  await server.url;
  await page.getByText('Connection lost').waitFor({ state: 'detached' });
  writeFileSync(endFile, '');
  const state = page.locator('h1 [data-state]:not([data-state=RUNNING])');
  await state.waitFor({ timeout: 60_000 });
  expect(await state.getAttribute('data-state')).toBe('SUCCESS');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines).toEqual(lines.map((_, index) => `row ${index + 1}`));
  await close();
}, 120_000);
