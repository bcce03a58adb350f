import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
});
afterAll(() => consoleUnderTest.stop());

let id: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  id = `edited-${count}`;
  await consoleUnderTest.store(flowNamed(id));
});

function flowNamed(name: string, greeting = 'Hello'): string {
  return [
    `id: ${name}`,
    'namespace: examples',
    'description: Greets.',
    'tasks:',
    '  - id: greet',
    '    type: dev.vendor.plugin.core.shell.Shell',
    `    commands: [echo ${greeting}]`,
    '',
  ].join('\n');
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Source of the flow' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Types at the end of the line that holds a text. */
async function typeAfter(page: Page, text: string, typed: string): Promise<void> {
  await page.locator('.cm-line', { hasText: text }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(typed);
}

describe('one person', () => {
  it('sees a problem at its line, mends it, saves, compares and restores', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
      `/ui/flows/examples/${id}?tab=source`,
    );
    await editorOf(page).waitFor();
    await page.getByText('No problems').waitFor();
    await typeAfter(page, 'id: greet', '\ncolour: red');
    await page.locator('.cm-lint-marker-error').waitFor();
    const problem = page.getByRole('region', { name: 'Problems' }).getByRole('button');
    expect(await problem.textContent()).toMatch(/^6:\d+error.*colour/);
    await page.locator('.cm-lintRange-error').hover();
    await page.locator('.cm-tooltip .cm-diagnostic').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await problem.click();
    expect(await page.evaluate('getSelection().toString()')).not.toBe('');
    await page.locator('.cm-line', { hasText: 'namespace' }).click();
    await page.keyboard.press('F8');
    expect(await page.evaluate('getSelection().toString()')).not.toBe('');

    await page.locator('.cm-line', { hasText: 'colour' }).click();
    await page.keyboard.press('Control+Shift+k'); // deletes the line
    await page.getByText('No problems').waitFor();
    expect(await button(page, 'Save').isDisabled()).toBe(true); // the text is the saved one again

    await typeAfter(page, 'namespace', '\nlabels: {for: everyone}');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as revision 2').waitFor();
    await page.getByText('Revision 2, saved').waitFor();
    expect(await button(page, 'Save').isDisabled()).toBe(true);

    await page.getByRole('tab', { name: 'Revisions' }).click();
    await page.getByRole('heading', { name: 'Revision 1 → 2' }).waitFor();
    await page.locator('.diff-view .cm-changedLine', { hasText: 'everyone' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    expect(await button(page, 'Restore revision 2').isDisabled()).toBe(true);
    await button(page, 'Restore revision 1').click();
    await button(page, 'Restore').click();
    await page.getByRole('heading', { name: 'Revision 2 → 3' }).waitFor();
    await page.getByText('restores 1').waitFor();
    expect(page.url()).toContain('from=2&to=3');
    expect(await button(page, 'Restore revision 1').isDisabled()).toBe(true);

    await page.getByRole('tab', { name: 'Source' }).click();
    await editorOf(page).waitFor();
    expect(await editorOf(page).textContent()).not.toContain('everyone');
    expect(troubles).toEqual([]);
    await close();
  });

  it('gets a draft back after a reload, and it is gone once it is saved', async () => {
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/flows/examples/${id}?tab=source`);
    await editorOf(page).waitFor();
    await typeAfter(page, 'namespace', '\nlabels: {is: draft}');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await button(page, 'Restore the draft').click();
    expect(await editorOf(page).textContent()).toContain('is: draft');
    await button(page, 'Save').click();
    await page.getByText('Saved as revision 2').waitFor();
    await page.reload();
    await page.getByText('Revision 2, saved').waitFor();
    expect(await button(page, 'Restore the draft').count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it('is asked before leaving, keeps the text, and finds it again behind another tab', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
      `/ui/flows/examples/${id}?tab=source`,
    );
    await editorOf(page).waitFor();
    await typeAfter(page, 'namespace', '\nlabels: {is: unsaved}');
    await page.getByRole('link', { name: 'Executions' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Stay').click();
    expect(await editorOf(page).textContent()).toContain('is: unsaved');

    await page.getByRole('tab', { name: 'Jenkinsfile' }).click();
    await page.getByRole('textbox', { name: 'Jenkinsfile' }).getByText('pipeline').first().waitFor();
    await page.getByRole('tab', { name: 'Source' }).click();
    await editorOf(page).getByText('is: unsaved').waitFor();
    await page.getByText('Unsaved changes').waitFor();

    await page.getByRole('link', { name: 'Executions' }).click();
    await button(page, 'Leave').click();
    await page.waitForURL('**/ui/executions');
    expect(troubles).toEqual([]);
    await close();
  });

  it('leaves the editor with Escape and Tab', async () => {
    const { page, close } = await consoleUnderTest.open(`/ui/flows/examples/${id}?tab=source`);
    await editorOf(page).focus();
    await page.keyboard.press('Tab');
    expect(await editorOf(page).evaluate((editor) => editor.matches(':focus'))).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editorOf(page).evaluate((editor) => editor.matches(':focus'))).toBe(false);
    await close();
  });

  it('makes a new flow with the keyboard', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/flows');
    await page.getByRole('link', { name: 'New flow' }).press('Enter');
    await page.getByRole('button', { name: 'Use Blank' }).press('Enter');
    await editorOf(page).waitFor();
    await page.getByText('No problems').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await editorOf(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.type(`-${count}`);
    await page.keyboard.press('Control+s');
    await page.waitForURL(`**/ui/flows/examples/my-flow-${count}?tab=source`);
    await page.getByText('Revision 1, saved').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('two people who edit one flow', () => {
  const path = () => `/ui/flows/examples/${id}?tab=source`;

  it('are told, see what differs, and the second saves on top', async () => {
    const ada = await consoleUnderTest.open(path());
    const bob = await consoleUnderTest.open(path(), { name: 'bob' });
    await editorOf(ada.page).waitFor();
    await editorOf(bob.page).waitFor();
    await typeAfter(bob.page, 'namespace', '\nlabels: {by: bob}');
    await bob.page.keyboard.press('Control+s');
    await bob.page.getByText('Saved as revision 2').waitFor();

    await typeAfter(ada.page, 'namespace', '\nlabels: {by: ada}');
    await ada.page.keyboard.press('Control+s');
    await ada.page.getByText('bob saved revision 2 while you edited').waitFor();
    expect(await editorOf(ada.page).textContent()).toContain('by: ada');
    await button(ada.page, 'Show the differences').click();
    await ada.page.locator('.diff-view', { hasText: 'by: bob' }).waitFor();
    expect(await ada.accessibilityProblems()).toEqual([]);
    await button(ada.page, 'Save mine on top').click();
    await ada.page.getByText('Revision 3, saved').waitFor();
    expect(await ada.page.getByText('bob saved revision 2').count()).toBe(0);
    // The browser itself writes every 412 to its console.
    expect(ada.troubles.filter((trouble) => !trouble.includes('412'))).toEqual([]);
    expect(bob.troubles).toEqual([]);
    await Promise.all([ada.close(), bob.close()]);
  });

  it('can merge what both changed, and go on', async () => {
    const { page, accessibilityProblems, close } = await consoleUnderTest.open(path());
    await editorOf(page).waitFor();
    await typeAfter(page, 'namespace', '\nlabels: {by: ada}');
    await consoleUnderTest.store(flowNamed(id, 'Bob'));
    await page.keyboard.press('Control+s');
    await button(page, 'Show the differences').click();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('option', { name: 'Their version and the merged one' }).click();
    await page.locator('.diff-view .cm-changedLine', { hasText: 'by: ada' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await button(page, 'Merge theirs into mine').click();
    const text = await editorOf(page).innerText();
    expect(text).toContain('by: ada');
    expect(text).toContain('echo Bob');
    await page.getByText('Unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Revision 3, saved').waitFor();
    await close();
  });

  it('are told that the same line cannot be merged', async () => {
    const { page, close } = await consoleUnderTest.open(path());
    await editorOf(page).waitFor();
    await typeAfter(page, 'echo Hello', ' # mine');
    await consoleUnderTest.store(flowNamed(id, 'Bob'));
    await page.keyboard.press('Control+s');
    await page.getByText('You both changed the same lines').waitFor();
    expect(await button(page, 'Merge theirs into mine').count()).toBe(0);
    await close();
  });

  it('can take the text of the other', async () => {
    const { page, close } = await consoleUnderTest.open(path());
    await editorOf(page).waitFor();
    await typeAfter(page, 'namespace', '\nlabels: {by: ada}');
    await consoleUnderTest.store(flowNamed(id, 'Bob'));
    await page.keyboard.press('Control+s');
    await button(page, 'Take theirs, discard mine').click();
    await editorOf(page).getByText('echo Bob').waitFor();
    await page.getByText('Revision 2, saved').waitFor();
    expect(await editorOf(page).textContent()).not.toContain('by: ada');
    await close();
  });
});
