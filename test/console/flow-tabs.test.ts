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
      'triggers:',
      "  - {id: nightly, type: schedule, cron: '0 3 * * *'}",
      '  - {id: pushed, type: webhook}',
      shell,
    ].join('\n'),
  );
  await consoleUnderTest.store(
    'id: caller\nnamespace: examples\ntasks:\n  - {id: sub, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: called}\n',
  );
});
afterAll(() => consoleUnderTest.stop());

const attack = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
const shell = "tasks:\n  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: ['true']}\n";

it('a webhook gets a key, shown once, and the command that is shown calls it', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
    '/ui/flows/examples/called?tab=triggers',
  );
  await page.getByText('0 3 * * *').waitFor();
  await page.getByText('None yet; all calls are rejected').waitFor();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const key = await page.getByRole('region', { name: 'Key of pushed' }).textContent();
  expect(key).toMatch(/^[\w-]{43}$/);
  const command = await page.getByRole('region', { name: 'Command that calls pushed' }).textContent();
  expect(command).toContain(`X-Flowgate-Key: ${key}`);
  expect(await accessibilityProblems()).toEqual([]);
  const url = /^curl '?([^'\s]+)/.exec(command ?? '')?.[1] ?? '';
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'x-flowgate-key': key ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(202);

  await page.reload();
  await page.getByText(/Created .* by ada/).waitFor();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('None yet; all calls are rejected').waitFor();
  expect(troubles).toEqual([]);
  await close();
});

it('calls are followed in both directions', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
    '/ui/flows/examples/caller?tab=calls',
  );
  await page.getByRole('link', { name: 'examples/called' }).click();
  await page.getByText('It calls no other flows.').waitFor();
  await page.getByRole('link', { name: 'examples/caller' }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});

it('a Jenkinsfile is coloured, and downloaded as it is', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(
    '/ui/flows/examples/called?tab=jenkinsfile',
  );
  await page.getByRole('textbox', { name: 'Jenkinsfile' }).waitFor();
  expect(await page.locator('.cm-line span').count()).toBeGreaterThan(5);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Jenkinsfile');
  expect(await accessibilityProblems()).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});

const quoted = JSON.stringify(attack);

/** A flow with hostile text wherever an author can write text. */
const hostile = `id: hostile
namespace: examples
description: ${quoted}
labels: {${quoted}: ${quoted}}
variables: {TEXT: ${quoted}}
inputs:
  - {id: a, type: STRING, display_name: ${quoted}, description: ${quoted}, defaults: ${quoted}}
  - {id: b, type: ENUM, values: [${quoted}, other], defaults: ${quoted}}
  - {id: c, type: STRING, required: false, depends_on: {inputs: [a], condition: 'inputs.a != "<b>"'}}
triggers:
  - {id: nightly, type: schedule, cron: '0 3 * * *', inputs: {a: ${quoted}}}
  - {id: pushed, type: webhook, inputs: {a: ${quoted}}}
tasks:
  - id: greet
    description: ${quoted}
    type: dev.vendor.plugin.core.shell.Shell
    env: {TEXT: ${quoted}}
    commands: [${quoted}, 'echo "{{ inputs.a }}"']
  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, flowId: called, description: ${quoted}}
outputs:
  - {id: out, type: STRING, description: ${quoted}, value: ${quoted}}
`;

describe('hostile text', () => {
  const author = '<img src=x onerror=alert(2)>';
  beforeAll(async () => {
    await consoleUnderTest.store(`id: hostile\nnamespace: examples\n${shell}`);
    await fetch(`${consoleUnderTest.url}/flows/examples/hostile`, {
      method: 'PUT',
      headers: { 'x-oidc-sub': author, 'content-type': 'application/x-yaml', 'if-match': '"1"' },
      body: hostile,
    });
  });

  it.each(['run', 'executions', 'source', 'jenkinsfile', 'revisions', 'triggers', 'calls'])(
    'is text in the tab %s',
    async (tab) => {
      const { page, troubles, close } = await consoleUnderTest.open(`/ui/flows/examples/hostile?tab=${tab}`);
      await page.getByText(attack).first().waitFor();
      await page.getByRole('tabpanel').waitFor();
      await untilQuiet(page);
      expect(await page.getByText(author).count()).toBeGreaterThan(0);
      expect(await page.locator('img:not(.cm-widgetBuffer), main script, main b').count()).toBe(0);
      expect(await page.title()).toBe('examples/hostile · Flowgate');
      expect(troubles).toEqual([]);
      await close();
    },
  );

  it('is text in the explanations of the editor', async () => {
    const { page, troubles, close } = await consoleUnderTest.open('/ui/flows/examples/hostile?tab=source');
    await untilQuiet(page);
    await page.locator('.cm-line', { hasText: 'echo' }).click();
    await page.keyboard.press('End');
    for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F1');
    await page.locator('.markdown', { hasText: attack }).first().waitFor();
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-completionInfo', { hasText: attack }).waitFor();
    expect(await page.locator('img:not(.cm-widgetBuffer), main script').count()).toBe(0);
    expect(await page.title()).toBe('examples/hostile · Flowgate');
    expect(troubles).toEqual([]);
    await close();
  });
});

it('without the right to write, the source is for reading and nothing can be restored', async () => {
  const { page, troubles, close } = await consoleUnderTest.open('/ui/flows/examples/called?tab=source', {
    name: undefined,
    headers: { via: 'a proxy' },
  });
  const editor = page.getByRole('textbox', { name: 'Source of the flow' });
  await editor.click();
  await page.keyboard.type('x');
  expect(await editor.getAttribute('aria-readonly')).toBe('true');
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await page.getByRole('tab', { name: 'Revisions' }).click();
  await page.getByRole('table', { name: 'Revisions' }).waitFor();
  expect(await page.getByRole('button', { name: 'Restore revision 1' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});
