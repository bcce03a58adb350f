import type { Server } from 'node:http';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPolicy } from '../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../src/faces/http/identity/proxy-identity.ts';
import { flowText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { startBrowser, type BrowserUnderTest } from './support/browser-under-test.ts';
import { openPage } from './support/console-page.ts';
import { builtConsole } from './support/console-under-test.ts';

const { value: policy } = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [reader], namespaces: [examples], rights: [read]}
  - {subjects: [newcomer], namespaces: [fresh], rights: [read]}
`);

let gateway: TestGateway;
let server: Server;
let browser: BrowserUnderTest;
beforeAll(async () => {
  gateway = await startTestGateway({
    console: await builtConsole(),
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: false, policy },
  });
  server = await listen(gateway.app);
  browser = await startBrowser();
  await request(gateway.app)
    .post('/flows')
    .set({ 'x-oidc-sub': 'root', 'Content-Type': 'text/yaml' })
    .send(flowText())
    .expect(201);
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await gateway.stop();
});

const open = (path: string, name?: string) => openPage(browser, `${urlOf(server)}${path}`, { name });

it.each([
  ['/ui/flows', 'nobody', 'No flows you can see'],
  ['/ui/executions', 'nobody', 'No executions you can see'],
  ['/ui/flows', 'newcomer', 'No flows yet in the namespaces you can read: fresh'],
  ['/ui/executions', 'newcomer', 'Nothing has run yet'],
])('%s says to %s: %s', async (path, name, text) => {
  const { page, troubles, close } = await open(path, name);
  await page.getByRole('heading', { name: text }).waitFor();
  expect(await page.getByRole('button', { name: /^Add / }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});

it('who may only read is offered nothing else', async () => {
  const { page, close } = await open('/ui/flows', 'reader');
  await page.getByRole('link', { name: 'examples/hello' }).waitFor();
  expect(await page.getByRole('link', { name: /^Run|New flow/ }).count()).toBe(0);
  await close();
});

it('somebody unknown who may not even read is asked for a name, and can choose it later', async () => {
  const { page, accessibilityProblems, close } = await open('/ui/flows');
  await page.getByRole('dialog', { name: 'Who are you?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('You can see nothing without a name.').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'Choose a name' }).press('Enter');
  await page.getByRole('textbox', { name: 'Your name' }).fill('reader');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'examples/hello' }).waitFor();
  expect(await page.getByRole('button', { name: 'Choose a name' }).count()).toBe(0);
  await close();
});

it('the audit trail is not asked for by somebody unknown', async () => {
  const { page, troubles, close } = await open('/ui/audit');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'The audit trail is available only to identified users' }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});
