import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowText } from '../support/gateway.ts';
import type { PageOptions } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
let executionId: string;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(flowText());
  const { body } = await consoleUnderTest.run();
  executionId = body.id;
  await consoleUnderTest.until(executionId, 'SUCCESS');
});
afterAll(() => consoleUnderTest.stop());

describe('the navigation', () => {
  it('leads up from an execution, folds, and keeps that and the density', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
      `/ui/executions/${executionId}`,
    );
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
    await breadcrumb.getByText('#1', { exact: true }).waitFor();
    expect(await breadcrumb.getByRole('listitem').allTextContents()).toEqual(['Flows', 'examples', 'hello', '#1']);
    await breadcrumb.getByRole('link', { name: 'examples' }).click();
    await page.waitForURL('**/ui/flows?namespace=examples');

    await page.getByRole('button', { name: 'Fold the navigation' }).click();
    await page.getByRole('button', { name: 'Theme and density' }).click();
    await page.getByRole('menuitemradio', { name: 'Comfortable' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Unfold the navigation' }).waitFor();
    expect(await page.locator('html').getAttribute('data-density')).toBe('comfortable');
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('link', { name: 'Executions', exact: true }).click();
    await page.locator('h1', { hasText: 'Executions' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('is a drawer on narrow screens, which the keyboard opens and leaves', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/flows', { width: 390 });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await menu.press('Enter');
    await drawer.waitFor();
    expect(await drawer.evaluate((element) => element.matches(':focus-within'))).toBe(true);
    expect(await accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await menu.evaluate((element) => element.matches(':focus'))).toBe(true);
    await menu.press('Enter');
    await drawer.getByRole('link', { name: 'Audit' }).press('Enter');
    await page.locator('h1', { hasText: 'Audit' }).waitFor();
    await drawer.waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('the search', () => {
  const opened = async (options?: PageOptions) => {
    const console = await consoleUnderTest.open('/ui/flows', options);
    const { page } = console;
    await page.getByRole('table', { name: 'Flows' }).waitFor();
    const field = page.getByRole('combobox', { name: 'Search flows, executions, pages and actions' });
    return { ...console, field };
  };

  it('leads to a flow and its execution with the keyboard, and says which one is next', async () => {
    const { page, field, troubles, accessibilityProblems, close } = await opened();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('search') ?? ''));
    await page.keyboard.press('Control+k');
    await field.pressSequentially('hello', { delay: 10 });
    await page.getByRole('option', { name: 'examples/hello Success' }).waitFor();
    // On a busy machine the letters take longer than the pause that ends them.
    expect(asked.filter((search) => search !== '').length).toBeLessThan('hello'.length);
    expect(await accessibilityProblems()).toEqual([]);
    await field.press('ArrowDown');
    const option = page.getByRole('option', { selected: true });
    expect(await option.textContent()).toContain('examples/hello #1');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await field.press('ArrowDown');
    expect(await option.textContent()).toBe('examples/helloSuccess');
    await field.press('Enter');
    await page.locator('h1', { hasText: 'examples/hello' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/ui/flows/examples/hello');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it.each(['hello #1', 'examples/hello#1', '#1', '{id}'])('leads to an execution for %s', async (text) => {
    const { page, field, troubles, close } = await opened();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field.fill(text.replace('{id}', executionId.toLowerCase()));
    // Before there is an answer.
    await field.press('Enter');
    await page.waitForURL(`**/ui/executions/${executionId}`);
    expect(troubles).toEqual([]);
    await close();
  });

  it('leads to pages and actions, and opens over no other dialog', async () => {
    const { page, field, close } = await opened();
    await page.keyboard.press('Control+k');
    await field.fill('theme dark');
    await field.press('Enter');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl K').waitFor();
    await page.keyboard.press('Control+k');
    expect(await field.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await field.fill('wait');
    await field.press('Enter');
    await page.locator('h1', { hasText: 'Waiting for you' }).waitFor();
    await close();
  });

  it('gives up a request when the text changes, and says when nothing matches', async () => {
    const { page, field, close } = await opened();
    await page.route(/search=slow/, () => undefined);
    await page.keyboard.press('Control+k');
    const isSent = page.waitForRequest(/search=slow/);
    await field.fill('slow');
    await isSent;
    await page.getByRole('status').getByText('Searching').waitFor();
    const isGivenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('search=slow'));
    await field.fill('nowhere');
    await isGivenUp;
    await page.getByText('Nothing matches nowhere').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await close();
  });

  it('says nothing of keys on a phone', async () => {
    const { page, field, accessibilityProblems, close } = await opened({ width: 390, isPhone: true });
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await field.fill('hello');
    await page.getByRole('option', { name: 'examples/hello Success' }).waitFor();
    // It appears once the keyboard of the phone is there, or does not come.
    await page.locator('.palette:not([style*="opacity: 0"])').waitFor();
    expect(await page.locator('kbd:visible').count()).toBe(0);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('option', { name: 'examples/hello #1' }).tap();
    await page.waitForURL(`**/ui/executions/${executionId}`);
    await close();
  });
});
