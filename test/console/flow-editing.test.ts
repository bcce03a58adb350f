import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilQuiet } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(
    [
      'id: called',
      'namespace: examples',
      'inputs:',
      '  - {id: version, type: STRING, defaults: v1, description: What to build.}',
      'tasks:',
      "  - {id: build, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}",
      'outputs:',
      '  - {id: image, type: STRING, description: Where it is., value: "{{ inputs.version }}"}',
      '',
    ].join('\n'),
  );
});
afterAll(() => consoleUnderTest.stop());

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Source of the flow' });
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Completions' });

/** The editor of a new flow with a text, once it can complete. */
async function openEditor(text: string) {
  const opened = await consoleUnderTest.open('/ui/new-flow');
  const { page } = opened;
  await page.getByRole('button', { name: 'Use Blank' }).click();
  await editorOf(page).waitFor();
  await untilQuiet(page);
  await editorOf(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  // Pasted, so that nothing is completed or indented.
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
  return opened;
}

/** The labels that are suggested at the cursor. */
async function suggested(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Control+Space');
  await suggestions(page).waitFor();
  return suggestions(page).locator('.cm-completionLabel').allTextContents();
}

/** Chooses a suggestion while it is typed. */
async function complete(page: Page, typed: string, label: string): Promise<void> {
  await page.keyboard.type(typed);
  await accept(page, label);
}

/** Accepts the first suggestion, once it is the one with a label. */
async function accept(page: Page, label: string): Promise<void> {
  await suggestions(page).locator('[aria-selected=true]', { hasText: label }).waitFor();
  // For a moment the list ignores Enter, so that nobody accepts what was not seen.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
}

it('someone who writes flows stays in the editor from the first line to a green run', async () => {
  const { page, troubles, accessibilityProblems, close } = await openEditor('');
  await complete(page, 'id', 'id');
  await page.keyboard.type('typed\n');
  await complete(page, 'names', 'namespace');
  await page.keyboard.type('examples\ndescription: Greets.\n');
  await complete(page, 'inp', 'inputs');
  await page.keyboard.type('id: user_name\n');
  await complete(page, 'typ', 'type');
  await page.keyboard.type('STR');
  await suggestions(page).getByText('STRING').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await accept(page, 'STRING');
  await page.keyboard.type('\ndefaults: Ada\n');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await complete(page, 'tas', 'tasks');
  await complete(page, 'Run shell', 'Run shell commands');
  await page.keyboard.type('greet');
  await page.keyboard.press('Tab'); // to the end of the snippet
  await page.keyboard.type('\necho "Hello {{ ');
  await complete(page, 'inp', 'inputs');
  await accept(page, 'user_name');
  await page.keyboard.type('"');
  const written = await editorOf(page).innerText();
  expect(written).toContain('    type: dev.vendor.plugin.core.shell.Shell\n    script: |\n');
  expect(written).toContain('\n      echo "Hello {{ inputs.user_name }}"');
  await page.getByText('No problems').waitFor();

  await page.keyboard.press('Control+s');
  await page.waitForURL('**/ui/flows/examples/typed?tab=source');
  await page.getByText('Revision 1, saved').waitFor();
  await page.keyboard.press('Control+Enter'); // all inputs have defaults
  await page.waitForURL('**/ui/executions/*');
  await page.locator('h1').getByText('Success').waitFor();
  await page.getByText('Hello Ada').first().waitFor();
  expect(troubles).toEqual([]);
  await close();
}, 60_000);

const flow = (...tasks: readonly string[]) =>
  ['id: a', 'namespace: examples', 'inputs:', '  - {id: ref, type: STRING}', 'tasks:', ...tasks].join('\n');
const build = '  - {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: called}';

describe('references', () => {
  it.each([
    ['inputs', [], '{{ inputs.', ['ref']],
    ['earlier tasks that return something', [build], '{{ task_outputs.', ['build']],
    ['what a called flow returns', [build], '{{ task_outputs.build.', ['image']],
  ])('to %s are suggested', async (_, before, typed, labels) => {
    const log = `  - id: b\n    type: dev.vendor.plugin.core.log.Log\n    message: "${typed}`;
    const { page, troubles, close } = await openEditor(flow(...before, log));
    expect(await suggested(page)).toEqual(labels);
    expect(troubles).toEqual([]);
    await close();
  });
});

it('the inputs of a called flow are suggested', async () => {
  const { page, close } = await openEditor(flow(build.replace('}', ', inputs: {')));
  expect(await suggested(page)).toEqual(['version']);
  await close();
});

it('the documentation of a word appears under the pointer and at F1, and F12 goes to its declaration', async () => {
  const log = '  - {id: b, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.ref }}"}';
  const { page, troubles, accessibilityProblems, close } = await openEditor(flow(log));
  const tooltip = page.locator('.markdown');
  await page.locator('.cm-line span', { hasText: /^message$/ }).hover();
  await tooltip.getByText('string or list, required').waitFor();
  await page.mouse.move(0, 0);
  await tooltip.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+End');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F1');
  await tooltip.getByText('Input ref: STRING').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'detached' });
  await page.keyboard.press('F12');
  expect(await page.evaluate('getSelection().toString()')).toBe('ref');
  expect(await page.locator('.cm-activeLine').textContent()).toContain('{id: ref');
  expect(troubles).toEqual([]);
  await close();
});
