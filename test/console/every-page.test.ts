import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { isNightly } from '../support/nightly.ts';
import { startBrowser } from './support/browser-under-test.ts';
import { openPage, untilQuiet, type ConsolePage } from './support/console-page.ts';
import { builtConsole, startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';
import { phoneProblems } from './support/phone-problems.ts';

let consoleUnderTest: ConsoleUnderTest;
let executionId: string;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(flowText());
  await consoleUnderTest.store(flowText({ namespace: 'owned' }));
  await request(consoleUnderTest.gateway.app)
    .put('/namespaces/owned/owner')
    .set('x-oidc-sub', 'ada')
    .send({ repository: 'acme/web', commit: '3f2a1c', url: 'https://git.example/acme/web' })
    .expect(200);
  const { body } = await consoleUnderTest.run();
  executionId = body.id;
  await consoleUnderTest.until(executionId, 'SUCCESS');
});
afterAll(() => consoleUnderTest.stop());

/** Every page, by its path and heading. A new page gets a line here. */
const pages: readonly (readonly [path: string, heading: string])[] = [
  ['/', 'Home'],
  ['/ui/home?namespace=examples', 'Home'],
  ['/ui/flows', 'Flows'],
  ['/ui/flows?q=nothing', 'Flows'],
  ['/ui/flows?sort=-updated&label=team:greeters', 'Flows'],
  ['/ui/flows/examples/hello', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=executions', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=source', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=run&inputs.user_name=Ada', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=graph', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=logs&search=f', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=jenkinsfile', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=revisions', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=triggers', 'examples/hello'],
  ['/ui/flows/examples/hello?tab=calls', 'examples/hello'],
  ['/ui/flows/owned/hello?tab=source', 'owned/hello'],
  ['/ui/new-flow', 'New flow'],
  ['/ui/new-flow?copy=examples/hello', 'New flow'],
  ['/ui/new-flow?copy=constructor', 'New flow'],
  ['/ui/import', 'Import from Jenkins'],
  ['/ui/executions', 'Executions'],
  ['/ui/executions?state=FAILED', 'Executions'],
  ['/ui/executions?namespace=examples&flow=hello&range=7d', 'Executions'],
  ['/ui/executions?from=2026-01-01T00:00:00.000Z&actor=ada&label=team:greeters', 'Executions'],
  ['/ui/executions/{execution}', 'examples/hello'],
  ['/ui/executions/{execution}?tab=values', 'examples/hello'],
  ['/ui/executions/{execution}?tab=artifacts', 'examples/hello'],
  ['/ui/compare?left={execution}&right={execution}', 'Compare executions'],
  ['/ui/executions?waiting=mine', 'Executions'],
  ['/ui/approvals', 'Waiting for you'],
  ['/ui/locks', 'Locks'],
  ['/ui/locks?name=db', 'Locks'],
  ['/ui/audit', 'Audit'],
  ['/ui/audit?outcome=denied&action=runFlow&range=all', 'Audit'],
  ['/ui/tokens', 'Tokens'],
  ['/ui/controllers', 'Controllers'],
  ['/ui/system', 'System'],
  ['/ui/system?type=dev.vendor.plugin.core.http.Request', 'System'],
  ['/ui/nowhere', 'Page not found'],
];

/** `CONSOLE_PICTURES=folder` makes a picture of every page in both schemes, on a computer and on a phone. */
async function makePictures(page: Page, device: string, path: string): Promise<void> {
  const folder = process.env.CONSOLE_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const name = path.replaceAll(/[^\w]+/g, '-').slice(1) || 'start';
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}.${device.split(' ')[1]}.${colorScheme}.png`) });
  }
}

describe.each([
  ['light', 1280, 'a computer'],
  ['dark', 360, 'a phone'],
] as const)('in the scheme %s at %i pixels on %s', (scheme, width, device) => {
  const isPhone = device === 'a phone';
  // One tab loads all pages, because a new one takes longer than a page.
  let tab: ConsolePage;
  beforeAll(async () => {
    tab = await consoleUnderTest.open('/ui/flows', { scheme, width, isPhone });
  });
  afterAll(() => tab.close());

  // By day, a third of the pages, each on one device.
  const opened = isNightly ? pages : pages.filter((_, index) => index % 6 === (isPhone ? 3 : 0));
  it.each(opened)('%s loads without a complaint of the browser or of axe', async (path, heading) => {
    const { page, accessibilityProblems } = tab;
    const before = tab.troubles.length;
    await page.goto(`${consoleUnderTest.url}${path.replaceAll('{execution}', executionId)}`);
    await page.locator('h1', { hasText: heading }).waitFor();
    await untilQuiet(page);
    expect(await accessibilityProblems()).toEqual([]);
    expect(tab.troubles.slice(before)).toEqual([]);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(overflow).toBe(0);
    expect(isPhone ? await phoneProblems(page) : []).toEqual([]);
    await makePictures(page, device, path);
    await page.emulateMedia({ colorScheme: scheme });
  });
});

describe('below a base path', () => {
  let gateway: TestGateway;
  let server: Server;
  beforeAll(async () => {
    gateway = await startTestGateway({ basePath: '/tools/flowgate', console: await builtConsole() });
    server = await listen(gateway.app);
    await request(gateway.app)
      .post('/tools/flowgate/flows')
      .set({ 'x-oidc-sub': 'ada', 'Content-Type': 'text/yaml' })
      .send(flowText())
      .expect(201);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await gateway.stop();
  });

  it.each(['/tools/flowgate', '/tools/flowgate/', '/tools/flowgate/ui/flows'])(
    'the pages, their assets and the API are found from %s',
    async (path) => {
      const browser = await startBrowser();
      const { page, troubles } = await openPage(browser, `${urlOf(server)}${path}`);
      await page.getByRole('link', { name: 'Flows', exact: true }).click();
      await page.getByRole('link', { name: 'examples/hello' }).click();
      await page.locator('h1', { hasText: 'examples/hello' }).waitFor();
      expect(page.url()).toBe(`${urlOf(server)}/tools/flowgate/ui/flows/examples/hello`);
      expect(troubles).toEqual([]);
      await browser.close();
    },
  );
});
