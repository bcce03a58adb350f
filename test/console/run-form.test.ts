import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilQuiet } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
  for (const flow of [everyType, conditional, counted, defaulted]) await consoleUnderTest.store(flow);
});
afterAll(() => consoleUnderTest.stop());

const everyType = `id: every-type
namespace: examples
inputs:
  - {id: name, type: STRING, min_length: 2, display_name: Full name, description: Who it is}
  - {id: count, type: INT, min: 1, max: 10, defaults: 3}
  - {id: rate, type: FLOAT, prefill: 0.5}
  - {id: dry, type: BOOLEAN, required: false}
  - {id: day, type: DATE}
  - {id: at, type: DATETIME}
  - {id: wait, type: DURATION, defaults: 90s}
  - {id: data, type: FILE, max_size: 1KB, allowed_extensions: [csv]}
  - {id: settings, type: JSON, defaults: '{"mode": "standard"}'}
  - {id: key, type: SECRET}
  - {id: hook, type: URI, required: false}
  - {id: priority, type: ENUM, values: [low, medium, high], defaults: medium}
  - {id: size, type: ENUM, values: [xs, s, m, l, xl]}
  - {id: features, type: MULTISELECT, values: [logging, metrics, tracing], defaults: [logging]}
tasks:
  - id: show
    type: dev.vendor.plugin.core.shell.Shell
    commands: ['cat "$DATA"', 'test "$KEY" = "open sesame" && echo "the secret arrived"']
`;

const conditional = `id: approval
namespace: examples
inputs:
  - {id: environment, type: ENUM, values: [staging, production], defaults: staging}
  - id: reason
    type: STRING
    depends_on: {inputs: [environment], condition: "{{ inputs.environment == 'production' }}"}
checks:
  - {condition: "{{ inputs.environment != 'production' or inputs.reason != 'none' }}", message: Production needs a reason}
tasks:
  - {id: run, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}
`;

const counted = `id: counted
namespace: examples
inputs:
  - {id: robot, type: INT, min: 1}
  - {id: key, type: SECRET, required: false}
  - {id: tags, type: MULTISELECT, values: [a, b], required: false}
tasks:
  - {id: run, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}
`;

const defaulted = `id: defaulted
namespace: examples
inputs:
  - {id: referred, type: SECRET, defaults: 'vault:web/deploy#token'}
  - {id: plain, type: SECRET, defaults: open sesame}
  - {id: bare, type: SECRET, required: false}
tasks:
  - {id: run, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}
`;

const form = (page: Page): Locator => page.getByRole('form', { name: 'Run the flow' });
/** The control of an input. */
const field = (page: Page, input: string): Locator => page.locator(`#input-${input}`);
const runButton = (page: Page): Locator => form(page).getByRole('button', { name: 'Run', exact: true });

/** The id of the execution that the form has started, from the address of its page. */
async function startedExecution(page: Page): Promise<string> {
  await page.waitForURL('**/ui/executions/*');
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

describe('a flow with an input of every type', () => {
  it('is filled in and run, and all values arrive', async () => {
    const { page, troubles, close } = await consoleUnderTest.open('/ui/flows/examples/every-type');
    await page.getByLabel('Full name').fill('Ada\nLovelace');
    await field(page, 'count').fill('7');
    expect(await field(page, 'rate').inputValue()).toBe('0.5');
    await page.getByRole('group', { name: 'dry' }).getByLabel('true').check();
    await field(page, 'day').fill('2024-02-29');
    await field(page, 'at').fill('2024-02-29T18:30');
    await page
      .getByLabel('data')
      .setInputFiles({ name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.locator('#input-data-problem', { hasText: 'extension' }).waitFor();
    await field(page, 'data').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('x;y\n') });
    await page.getByText('Uploaded: a.csv').waitFor();
    await field(page, 'settings').fill('{"mode": "fast"');
    await page.getByText('Value must be JSON').waitFor();
    await field(page, 'settings').fill('{"mode": "fast"}');
    await field(page, 'key').fill('open sesame');
    expect(await field(page, 'key').getAttribute('type')).toBe('password');
    expect(await page.getByRole('button', { name: /reveal/i }).count()).toBe(0);
    await field(page, 'hook').fill('https://example.com/x');
    await page.getByRole('group', { name: 'priority' }).getByLabel('high').check();
    await field(page, 'size').selectOption('xl');
    await page.getByRole('group', { name: 'features' }).getByLabel('tracing').check();
    await runButton(page).dblclick();

    const id = await startedExecution(page);
    await consoleUnderTest.until(id, 'SUCCESS');
    const { inputs } = await consoleUnderTest.read(id);
    expect(inputs).toEqual({
      name: 'Ada\nLovelace',
      count: 7,
      rate: 0.5,
      dry: true,
      day: '2024-02-29',
      at: '2024-02-29T18:30:00',
      wait: '90s',
      data: { filename: 'a.csv', size: 4, sha256: expect.any(String) },
      settings: { mode: 'fast' },
      key: '****',
      hook: 'https://example.com/x',
      priority: 'high',
      size: 'xl',
      features: ['logging', 'tracing'],
    });
    await page.getByText('the secret arrived').waitFor();
    expect(await page.content()).not.toContain('open sesame');
    expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.toContain(
      'open sesame',
    );
    // A double click is one execution.
    await page.goto(`${consoleUnderTest.url}/ui/flows/examples/every-type?tab=executions`);
    await page
      .getByRole('link', { name: /^#1|ago|now/ })
      .first()
      .waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has no problem of accessibility (%s, %i pixels)', async (scheme, width) => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
      '/ui/flows/examples/every-type',
      { scheme, width },
    );
    await runButton(page).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('Labels and revision').click();
    await page.getByText('As a command or a link').click();
    await untilQuiet(page);
    expect(await accessibilityProblems()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
    // The browser itself reports the status 422 of the answer.
    expect(troubles.filter((trouble) => !trouble.includes('422'))).toEqual([]);
    await close();
  });
});

describe('values that the gateway rejects', () => {
  it('are explained in its words, beside the fields and in a list, and the first field gets the focus', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/flows/examples/every-type');
    await field(page, 'count').fill('70');
    await page.getByText('Value must be at most 10').waitFor();
    expect(await page.getByText('A value is required').count()).toBe(0);
    await field(page, 'settings').fill('{');
    await runButton(page).click();
    const summary = page.getByRole('alert');
    await summary.getByText('A value is required').first().waitFor();
    expect(await summary.textContent()).toContain('count: Value must be at most 10');
    expect(await summary.textContent()).toContain('settings: Value must be JSON');
    expect(await page.locator(':focus').getAttribute('id')).toBe('input-name');
    expect(await field(page, 'count').getAttribute('aria-invalid')).toBe('true');
    await summary.getByRole('link', { name: 'size' }).click();
    expect(await page.locator(':focus').getAttribute('id')).toBe('input-size');
    await close();
  });

  it('include secrets, which are not shown again', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/flows/examples/counted');
    await field(page, 'key').fill('open sesame');
    await runButton(page).click();
    await page.getByText('Sent and no longer shown').waitFor();
    expect(await page.content()).not.toContain('open sesame');
    await page.getByLabel('robot').fill('4');
    await runButton(page).click();
    const { inputs } = await consoleUnderTest.read(await startedExecution(page));
    expect(inputs).toEqual({ robot: 4, key: '****' });
    await close();
  });
});

describe('a secret', () => {
  it('says what is used if it is left empty, but no text of a secret', async () => {
    const { page, troubles, accessibilityProblems, close } =
      await consoleUnderTest.open('/ui/flows/examples/defaulted');
    await form(page).getByText('Leave empty to use vault:web/deploy#token').waitFor();
    const noteOf = async (input: string) => {
      const id = await field(page, input).getAttribute('aria-describedby');
      return id && page.locator(`[id="${id}"]`).textContent();
    };
    expect(await noteOf('plain')).toBe('Leave empty to use the default');
    expect(await noteOf('bare')).toBeNull();
    expect(await page.content()).not.toContain('open sesame');
    expect(await accessibilityProblems()).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('keeps the line breaks that are pasted', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/flows/examples/counted');
    await field(page, 'robot').fill('1');
    await field(page, 'key').focus();
    await page.evaluate(
      `{
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', 'first line\\nsecond line');
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }`,
    );
    await page.getByText('2 lines').waitFor();
    expect(await field(page, 'key').getAttribute('type')).toBe('password');
    const sent = page.waitForRequest((request) => request.url().endsWith('/executions') && request.method() === 'POST');
    await runButton(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ inputs: { key: 'first line\nsecond line' } });
    await close();
  });
});

describe('an upload', () => {
  it('can be cancelled, and a run waits for none', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/flows/examples/every-type');
    await page.route('**/files', () => undefined); // never answered
    await field(page, 'data').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('x') });
    await page.getByRole('progressbar', { name: 'Upload of a.csv' }).waitFor();
    await runButton(page).click();
    await page.getByRole('alert').getByText('The file is still uploading').waitFor();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('alert').getByText('The file is still uploading').waitFor({ state: 'detached' });
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await close();
  });
});

describe('a conditional input', () => {
  it('appears and disappears as one types, and is sent only while it is shown', async () => {
    const { page, troubles, close } = await consoleUnderTest.open('/ui/flows/examples/approval');
    const reason = page.getByLabel('reason');
    const environment = page.getByRole('group', { name: 'environment' });
    await environment.getByLabel('staging').waitFor();
    expect(await reason.count()).toBe(0);
    await environment.getByLabel('production').check();
    await reason.fill('because');
    await environment.getByLabel('staging').check();
    await reason.waitFor({ state: 'detached' });
    await environment.getByLabel('production').check();
    expect(await reason.inputValue()).toBe('because');
    await environment.getByLabel('staging').check();
    await reason.waitFor({ state: 'detached' });
    const sent = page.waitForRequest((request) => request.url().endsWith('/executions') && request.method() === 'POST');
    await runButton(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ inputs: { environment: 'staging' } });
    expect((await sent).postData()).not.toContain('because');
    await startedExecution(page);
    expect(troubles).toEqual([]);
    await close();
  });

  it('can be part of a check, whose message is shown', async () => {
    const { page, close } = await consoleUnderTest.open(
      '/ui/flows/examples/approval?inputs.environment=production&inputs.reason=none',
    );
    await page.getByLabel('reason').waitFor();
    await runButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Production needs a reason');
    await close();
  });
});

describe('with the keyboard alone', () => {
  it('a flow is filled in and run', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/flows/examples/counted');
    await page.getByRole('tab', { name: 'Run' }).focus();
    // The panel, perhaps, and what fills the form come first.
    for (let tabs = 0; tabs < 4 && !(await field(page, 'robot').evaluate((input) => input.matches(':focus'))); tabs++)
      await page.keyboard.press('Tab');
    await page.keyboard.type('12');
    await page.keyboard.press('Control+Enter');
    const { inputs } = await consoleUnderTest.read(await startedExecution(page));
    expect(inputs).toEqual({ robot: 12 });
    await close();
  });
});

describe('a link', () => {
  it('fills in the form without running it, and loses secrets', async () => {
    const { page, close } = await consoleUnderTest.open(
      '/ui/flows/examples/counted?inputs.robot=7&inputs.tags=a&inputs.tags=b&inputs.key=open+sesame&inputs.nobody=1',
    );
    expect(await page.getByLabel('robot').inputValue()).toBe('7');
    expect(await page.getByLabel('b', { exact: true }).isChecked()).toBe(true);
    await page.getByText('key, nobody').waitFor();
    await expect.poll(() => page.url()).not.toContain('sesame');
    expect(page.url()).toContain('inputs.robot=7');
    expect(await field(page, 'key').inputValue()).toBe('');
    await field(page, 'key').fill('open sesame');
    await page.getByText('As a command or a link').click();
    expect(await page.getByRole('region', { name: 'curl command' }).textContent()).toContain('"robot":7');
    expect(await page.locator('details').allTextContents()).not.toContain('sesame');
    await close();
  });
});

describe('an execution that is run again with other values', () => {
  it('fills the form with its values, and asks for its secrets', async () => {
    const { body } = await consoleUnderTest.run({ inputs: { robot: 3, key: 'open sesame' } }, { flow: 'counted' });
    await consoleUnderTest.until(body.id, 'SUCCESS');
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByRole('link', { name: 'Run again with changes…' }).click();
    expect(await page.getByLabel('robot').inputValue()).toBe('3');
    await page.getByLabel('robot').fill('5');
    await form(page).getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('alert').waitFor();
    // The check of the values alone does not know that the execution had a secret.
    await page.waitForResponse((response) => response.url().includes('validate-inputs'));
    expect(await page.getByRole('alert').textContent()).toContain('key');
    await field(page, 'key').fill('open sesame');
    await form(page).getByRole('button', { name: 'Run again' }).click();
    await page.getByText('Replay of').waitFor();
    const execution = await consoleUnderTest.read(await startedExecution(page));
    expect(execution).toMatchObject({ replayOf: body.id, inputs: { robot: 5, key: '****' } });
    await close();
  });
});
