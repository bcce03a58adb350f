import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowText } from '../support/gateway.ts';
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
