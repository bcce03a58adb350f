import type { Locator, Page } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/nightly.ts';
import type { ConsolePage } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

/** Names without a space, which differ only at their end. */
const namespace = `team-${'n'.repeat(59)}`;
const long = (end: string) => `deploy-${'x'.repeat(92 - end.length)}-${end}`;
const [failing, waiting, holding] = [long('fails'), long('waits'), long('holds')];
const task = `task-${'t'.repeat(140)}`;
const actor = `user-${'u'.repeat(95)}`;
const labels = `{${Array.from({ length: 10 }, (_, index) => `label-${index}-${'l'.repeat(40)}: ${'v'.repeat(60)}`).join(', ')}}`;
const head = (id: string) =>
  `id: ${id}\nnamespace: ${namespace}\ndescription: ${'A long description. '.repeat(12)}\nlabels: ${labels}\n`;
const shell = 'type: dev.vendor.plugin.core.shell.Shell';

let consoleUnderTest: ConsoleUnderTest;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const lock = `lock-${'k'.repeat(60)}`;
  consoleUnderTest = await startConsole({
    locks: { locks: [{ name: lock, permits: 1, namespaces: ['*'] }], running: [] },
  });
  const flows = [
    `${head(failing)}inputs:\n  - {id: ${'i'.repeat(60)}, type: STRING, defaults: ${'d'.repeat(200)}}\ntriggers:\n  - {id: schedule-${'s'.repeat(80)}, type: schedule, cron: "30 2 * * *"}\ntasks:\n  - {id: ${task}, ${shell}, script: exit 1}\n`,
    `${head(waiting)}tasks:\n  - {id: ${task}, type: dev.vendor.plugin.core.flow.Approval, message: "${'Release? '.repeat(24)}"}\n`,
    `${head(holding)}locks: [${lock}]\ntasks:\n  - {id: ${task}, ${shell}, script: sleep 600}\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ${namespace}, flowId: ${failing}}\n`,
  ];
  for (const flow of flows) await consoleUnderTest.store(flow);
  for (const id of [failing, waiting, holding]) {
    const { body } = await request(consoleUnderTest.gateway.app)
      .post(`/flows/${namespace}/${id}/executions`)
      .set('x-oidc-sub', actor)
      .send({})
      .expect(202);
    ids[id] = body.id;
  }
  await consoleUnderTest.until(ids[failing]!, 'FAILED');
  await consoleUnderTest.until(ids[waiting]!, ({ waitingFor }) => waitingFor !== undefined);
  await request(consoleUnderTest.gateway.app)
    .post('/tokens')
    .set('x-oidc-sub', 'ada')
    .send({ name: 'token-'.repeat(10), namespaces: [namespace], rights: ['read'], days: 30 });
}, 120_000);
afterAll(() => consoleUnderTest.stop());

const flow = () => `/ui/flows/${namespace}/${failing}`;
const pages: readonly (() => string)[] = [
  () => '/ui/home',
  () => `/ui/home?namespace=${namespace}`,
  () => '/ui/flows',
  () => `/ui/flows?q=deploy&namespace=${namespace}`,
  () => '/ui/executions',
  () => `/ui/executions?namespace=${namespace}&flow=${failing}&actor=${actor}`,
  () => '/ui/approvals',
  () => '/ui/locks',
  () => '/ui/tokens',
  () => '/ui/audit?range=all',
  () => '/ui/system',
  ...['run', 'executions', 'source', 'graph', 'logs&search=f', 'jenkinsfile', 'revisions', 'triggers', 'calls'].map(
    (tab) => () => `${flow()}?tab=${tab}`,
  ),
  () => `/ui/executions/${ids[failing]}`,
  () => `/ui/executions/${ids[failing]}?view=table`,
  () => `/ui/executions/${ids[failing]}?tab=values`,
  () => `/ui/executions/${ids[waiting]}`,
  () => `/ui/executions/${ids[holding]}`,
  () => `/ui/compare?left=${ids[failing]}&right=${ids[holding]}`,
  () => `/ui/new-flow?copy=${namespace}/${failing}`,
];

// A text, because the tests are compiled without the types of a browser. Parts of text that another part hides are fine.
const tooWide = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll('table, h1, .breadcrumb, .facts')].filter((element) =>
    element.checkVisibility() && element.closest('.cm-editor, .log-pane') === null && element.getBoundingClientRect().right > clientWidth + 1);
  return [
    ...(scrollWidth > clientWidth ? ['the page: ' + scrollWidth + ' of ' + clientWidth] : []),
    ...wide.map((element) => element.tagName + ' ' + element.className + ' ends at ' + Math.round(element.getBoundingClientRect().right)),
  ];
})()`;

const widths = [390, 1024, 1280, 1440] as const;

describe('with long names, ten labels and long reasons', () => {
  let tab: ConsolePage;
  beforeAll(async () => {
    tab = await consoleUnderTest.open('/ui/flows');
  });
  afterAll(() => tab.close());

  /** Opens a page, and calls back at each width. */
  async function atEachWidth(path: string, look: (width: number) => Promise<void>): Promise<void> {
    const { page } = tab;
    await page.goto(`${consoleUnderTest.url}${path}`);
    await page.locator('h1').waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count(), { timeout: 20_000 }).toBe(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      await look(width);
      await makePicture(page, path, width);
    }
  }

  it.each(sampleOf(pages, 3).map((path, index) => [index, path] as const))(
    'page %i does not scroll sideways',
    async (_index, path) => {
      const found: string[] = [];
      await atEachWidth(path(), async (width) => {
        const wide = (await tab.page.evaluate(tooWide)) as readonly string[]; // what it returns
        found.push(...wide.map((text) => `${path().replaceAll(/(.)\1{9,}/g, '$1…')} at ${width}: ${text}`));
      });
      expect(found).toEqual([]);
    },
  );

  it.each(['/ui/executions', '/ui/flows', '/ui/home'])('names differ, and reasons can be read, on %s', async (path) => {
    await atEachWidth(path, async (width) => {
      const name = tab.page.locator('[data-row-link] .flow-name').filter({ hasText: failing }).first();
      expect(await isEndShown(name)).toBe(true);
      expect((await name.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(90);
      const reason = tab.page.getByRole('row').filter({ hasText: failing }).locator('td.grows').first();
      const needed = path !== '/ui/flows' && width >= 1280 ? 110 : 0;
      expect((await reason.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(needed);
    });
  });
});

/** Whether the last characters of the id are inside what is shown. */
function isEndShown(name: Locator): Promise<boolean> {
  return name.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const range = element.ownerDocument.createRange();
    const text = element.querySelector('.flow-name-text > :last-child')!.firstChild!;
    const { length } = text.textContent ?? '';
    range.setStart(text, length - 5);
    range.setEnd(text, length);
    const end = range.getBoundingClientRect();
    return end.width > 0 && end.left >= box.left - 1 && end.right <= box.right + 1 && end.bottom <= box.bottom + 1;
  });
}

/** Makes a picture as `every-page.test.ts` does. */
async function makePicture(page: Page, path: string, width: number): Promise<void> {
  const folder = process.env.CONSOLE_PICTURES;
  if (folder === undefined) return;
  const name = path
    .replaceAll(/(.)\1{9,}/g, '$1')
    .replaceAll(/[^\w]+/g, '-')
    .slice(1, 120);
  await page.screenshot({ path: `${folder}/long-${name}.${width}.png` });
}
