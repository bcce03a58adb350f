import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisKey } from '../../src/store/redis/redis-key.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

const lineCount = 200_000;
const shell = 'type: dev.vendor.plugin.core.shell.Shell';

let consoleUnderTest: ConsoleUnderTest;
let longId: string;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(
    `id: long\nnamespace: examples\ntasks:\n  - {id: count, ${shell}, commands: ['seq -f "number %.0f" 1 ${lineCount}']}\n  - id: odd\n    ${shell}\n    commands: ['head -c 9000 /dev/zero | tr "\\0" x; echo', 'printf "10%%\\r50%%\\r100%% done\\n"', 'printf "\\033[31mred\\nstill red\\033[0m\\n"', 'echo 日本語 😀']\n`,
  );
  const { body } = await consoleUnderTest.run({}, { flow: 'long' });
  longId = body.id;
  await consoleUnderTest.until(longId, 'SUCCESS');
});
afterAll(() => consoleUnderTest.stop());

const follow = (page: Page) => page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed');
const log = (page: Page) => page.getByRole('region', { name: 'Log', exact: true });

describe('a log of 200,000 lines', () => {
  it('keeps few rows in the document, and shows the first, the last and any linked line', async () => {
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=count#L150000-150002`);
    await page.locator('[data-mark=linked]', { hasText: 'number 150001' }).waitFor();
    expect(await page.locator('[data-mark=linked]').count()).toBe(3);
    await page.getByText('200,000 lines').waitFor();
    await log(page).focus();
    await page.keyboard.press('End');
    await page.getByText(`number ${lineCount}`, { exact: true }).waitFor();
    expect(await follow(page)).toBe('true');
    await page.keyboard.press('Home');
    await page.getByText('number 1', { exact: true }).waitFor();
    expect(await follow(page)).toBe('false');
    expect(await page.locator('.log-line').count()).toBeLessThan(120);
    expect(troubles).toEqual([]);
    await close();
  });

  it('finds every match, goes from one to the next, and back', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=count`);
    await page.getByText('200,000 lines').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('NUMBER 19999');
    await page.getByText('1 of 11', { exact: true }).waitFor(); // 19999, and 199990 to 199999
    await page.keyboard.press('Enter');
    await page.locator('[data-mark=current]', { hasText: 'number 199990' }).waitFor();
    expect(await page.locator('[data-mark=current] .log-found').textContent()).toBe('number 19999');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.locator('[data-mark=current]', { hasText: 'number 199999' }).waitFor();
    await page.getByText('11 of 11', { exact: true }).waitFor();
    await close();
  });

  it('copies what is selected, also where it is no longer in the document, and saves everything', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=count`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('200,000 lines').waitFor();
    await log(page).focus();
    await page.keyboard.press('Home');
    const text = (line: string) => page.getByText(line, { exact: true });
    await text('number 3').waitFor();
    // The key scrolls the page too, and the browser animates that.
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(0);
    const from = (await text('number 3').boundingBox())!;
    await page.mouse.move(from.x + 1, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 60);
    await page.mouse.up();
    await log(page).evaluate((pane) => void (pane.scrollTop = 100_000));
    await text('number 5560').waitFor();
    const to = (await text('number 5560').boundingBox())!;
    await page.keyboard.down('Shift');
    await page.mouse.click(to.x + to.width + 5, to.y + 9);
    await page.keyboard.up('Shift');
    await page.keyboard.press('Control+c');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.split('\n')).toEqual(Array.from({ length: 5558 }, (_, index) => `number ${index + 3}`));

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await readFile(await (await download).path(), 'utf8');
    expect(saved.split('\n')).toHaveLength(lineCount + 1);
    expect((await download).suggestedFilename()).toMatch(/^long-\w{6}-count\.log$/);
    await close();
  });
});

describe('a log with odd lines', () => {
  it('shows when lines were written, and lines of which that is not known without', async () => {
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=odd`);
    await page.getByText('still red').waitFor();
    expect(await page.locator('.log-time').count()).toBe(0);
    const times = page.getByRole('button', { name: 'Times' });
    await times.click();
    const shown = page.locator('.log-line', { hasText: 'still red' }).locator('time');
    expect(await shown.textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(Date.now() - Date.parse((await shown.getAttribute('datetime')) ?? '')).toBeLessThan(600_000);
    await page.reload();
    await shown.waitFor();
    await consoleUnderTest.gateway.redis.redis.del(redisKey.executionLogTimes(longId));
    await page.goto(`${new URL(page.url()).origin}/ui/executions/${longId}?task=count`);
    await page.getByText('number 1', { exact: true }).waitFor();
    expect(await times.getAttribute('title')).toBe('It is not known when these lines were written');
    expect(await page.locator('.log-time').first().textContent()).toBe('');
    await times.click();
    expect(await page.locator('.log-time').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it('cuts long lines, and shows them whole when they are wrapped', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
      `/ui/executions/${longId}?task=odd`,
    );
    await page.getByText('100% done', { exact: true }).waitFor();
    expect(await page.locator('[style*=ansi-red]').allTextContents()).toEqual(['red', 'still red']);
    await page.getByRole('button', { name: 'Show 5,000 more characters' }).click();
    expect(await page.getByRole('button', { name: 'Wrap' }).getAttribute('aria-pressed')).toBe('true');
    await page.locator('[data-line="1"]').nth(10).waitFor();
    const overflow = await log(page).evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    expect(overflow).toBe(0);
    expect(await accessibilityProblems()).toEqual([]);

    await page.getByRole('button', { name: 'Full screen' }).click();
    expect(await page.locator('.log-view').boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    expect((await page.locator('.log-view').boundingBox())?.height).toBeLessThan(900);
    expect(troubles).toEqual([]);
    await close();
  });

  it('of a task that does not exist are told apart from no lines', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=cuont`);
    const problem = await page.getByRole('alert').textContent();
    expect(problem).toContain('has not reached a task "cuont"; it reached only count, odd.');
    await close();
  });
});

describe('a log with errors and warnings', () => {
  let noisyId: string;
  beforeAll(async () => {
    const commands = [
      'seq -f "error number %.0f" 1 3000',
      'printf "\\033[31mERROR\\033[0m the first one\\n"',
      'seq -f "number %.0f" 3002 6000',
      'echo "a.c:1:2: warning: the second one"',
      'seq -f "number %.0f" 6002 9000',
    ];
    await consoleUnderTest.store(
      `id: noisy\nnamespace: examples\ntasks:\n  - id: say\n    ${shell}\n    commands: ${JSON.stringify(commands)}\n`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'noisy' });
    noisyId = body.id;
    await consoleUnderTest.until(noisyId, 'SUCCESS');
  });

  const filter = (page: Page) => page.getByRole('button', { name: 'Errors and warnings 2' });
  const shown = (page: Page) =>
    page.locator('.log-line').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-line')));

  it('marks these lines, shows only them on request, and keeps the place when all lines return', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
      `/ui/executions/${noisyId}?task=say`,
    );
    await filter(page).click();
    await page.getByRole('img', { name: 'Error' }).waitFor();
    await page.getByRole('img', { name: 'Warning' }).waitFor();
    expect(await shown(page)).toEqual(['3001', '6001']);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('link', { name: 'Line 6001' }).click();
    await expect.poll(() => page.url()).toContain('#L6001');
    await filter(page).click();
    await page.getByText('number 6002', { exact: true }).waitFor();
    expect(await page.locator('[data-mark=linked]').getAttribute('data-line')).toBe('6001');
    expect(troubles).toEqual([]);
    await close();
  });

  it('searches only in the lines that are shown, and saves all', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${noisyId}?task=say`);
    await filter(page).click();
    await page.keyboard.press('/');
    await page.keyboard.type('error');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await readFile(await (await download).path(), 'utf8')).split('\n')).toHaveLength(9001);
    await filter(page).click();
    await page.getByText('1 of 3,001', { exact: true }).waitFor();
    await close();
  });

  it('reaches a linked line that is hidden', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${noisyId}?task=say`);
    await filter(page).click();
    await page.evaluate("location.hash = '#L6001'");
    await page.locator('[data-mark=linked]').waitFor();
    expect(await filter(page).getAttribute('aria-pressed')).toBe('true');
    await page.evaluate("location.hash = '#L7000'");
    await page.locator('[data-mark=linked]', { hasText: 'number 7000' }).waitFor();
    expect(await filter(page).getAttribute('aria-pressed')).toBe('false');
    await close();
  });

  it('has no such switch without them', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=count`);
    await page.getByText('200,000 lines').waitFor();
    expect(await page.getByRole('button', { name: 'Errors and warnings' }).count()).toBe(0);
    await close();
  });

  it('needs two rows for the bar on a phone', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${noisyId}?task=say`, { width: 390 });
    await filter(page).waitFor();
    const tops = await page
      .locator('.log-toolbar button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(2);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390);
    await close();
  });
});

describe('at 1440 and at 390 pixels', () => {
  const widths = [1440, 390] as const;

  it.each(widths)(
    'the bar of the log is as wide as the log, however far its lines are scrolled (%i)',
    async (width) => {
      const { page, close } = await consoleUnderTest.open(`/ui/executions/${longId}?task=odd`, { width });
      await page.getByText('100% done', { exact: true }).waitFor();
      await log(page).evaluate((pane) => (pane.scrollLeft = 500));
      const [bar, pane] = await Promise.all(
        [page.locator('.log-toolbar'), log(page)].map(async (part) => (await part.boundingBox())!),
      );
      expect([bar!.x, bar!.width]).toEqual([pane!.x, pane!.width]);
      const buttons = await page
        .locator('.log-toolbar button')
        .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().right));
      expect(Math.max(...buttons)).toBeLessThanOrEqual(bar!.x + bar!.width);
      expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
      await close();
    },
  );

  it.each(widths)('a line that was found in the logs of a flow stands in one row (%i)', async (width) => {
    const { page, close } = await consoleUnderTest.open('/ui/flows/examples/long?tab=logs&search=xxx', { width });
    const row = page.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1);
    expect((await row.boundingBox())!.height).toBeLessThan(36);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await close();
  });
});

describe('a log that is written', () => {
  it('is followed until the user scrolls up, and again on request', async () => {
    await consoleUnderTest.store(
      `id: ticking\nnamespace: examples\ntasks:\n  - {id: tick, ${shell}, commands: ['i=0; while true; do i=$((i+1)); echo "tick $i"; sleep 0.02; done']}\n`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'ticking' });
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByText('tick 80', { exact: true }).waitFor();
    expect(await follow(page)).toBe('true');
    const belowWindow = async () => {
      const { y, height } = (await log(page).boundingBox())!;
      return y + height - page.viewportSize()!.height;
    };
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(belowWindow).toBeLessThan(0);
    }
    await log(page).hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => follow(page)).toBe('false');
    const place = await log(page).evaluate((pane) => pane.scrollTop);
    await page.getByText(/^\d{3,} lines$/).waitFor();
    const count = await page.locator('.log-count').textContent();
    await expect.poll(() => page.locator('.log-count').textContent()).not.toBe(count);
    expect(await log(page).evaluate((pane) => pane.scrollTop)).toBe(place);
    // As with text of 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.getByRole('button', { name: 'Follow' }).click();
    await expect.poll(belowWindow).toBeLessThan(1);
    await expect
      .poll(() => log(page).evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop))
      .toBeLessThan(20);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop execution' }).click();
    await page.locator('h1 [data-state=KILLED]').waitFor();
    await close();
  });
});
