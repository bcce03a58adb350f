import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suggestedName } from '../../src/faces/http/identity/suggested-name.ts';
import { untilQuiet } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
});
afterAll(() => consoleUnderTest.stop());

const shell = (id: string, commands: readonly string[]) =>
  `  - id: ${id}\n    type: dev.vendor.plugin.core.shell.Shell\n    commands: ${JSON.stringify(commands)}\n`;

describe('from an empty installation to a green execution', () => {
  it('takes the name of the user of the machine or a chosen one, stores an example, and shows its execution to the end', async () => {
    const { page, troubles, close } = await consoleUnderTest.open('/', { name: undefined });
    await page.getByRole('button', { name: suggestedName() }).click();
    await page.getByRole('button', { name: 'Change name' }).click();
    await page.getByRole('dialog', { name: 'Who are you?' }).getByRole('textbox').fill('grace');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'grace' }).waitFor();
    await page.getByRole('button', { name: 'Add hello' }).click();
    await page.waitForURL('**/ui/flows/examples/hello');
    expect(await page.getByRole('status').allTextContents()).toContain('Added examples/hello');

    const { body } = await consoleUnderTest.run({ inputs: { user_name: 'Hopper' } });
    await page.reload();
    await page.getByRole('link', { name: 'Flows', exact: true }).first().click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const flows = page.getByRole('table', { name: 'Flows' });
    await flows.locator('[data-state=SUCCESS]').waitFor();
    await flows.getByTitle('This execution').click();
    await page.getByText('Hello Hopper', { exact: true }).waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/executions/${body.id}`);
    expect(await page.locator('h1').textContent()).toBe('examples/hello#1Success');
    expect(await page.title()).toBe('examples/hello · Flowgate');
    expect(await page.locator('h1').evaluate((heading) => heading.matches(':focus'))).toBe(true);
    expect(troubles).toEqual([]);
    await close();
  });
});

it.each([
  ['', 'Home', '/home'],
  ['/ui/flows', 'Flows', '/flows'],
])('requests what %s shows before its code is there, and each once', async (opened, heading, first) => {
  const { page, troubles, close } = await consoleUnderTest.open('/ui/tokens');
  await untilQuiet(page); // requests of this page do not count
  const requested: string[] = [];
  const isRequested = page.waitForRequest((request) => new URL(request.url()).pathname === first);
  await page.route('**/assets/app-*.js', async (route) => {
    await isRequested;
    await route.continue();
  });
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') requested.push(new URL(request.url()).pathname);
  });
  await page.goto(`${consoleUnderTest.url}${opened}`);
  await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  await page.getByRole('button', { name: 'ada' }).waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  // The namespaces and the number of approvals follow.
  const later = ['/executions', '/namespaces'];
  expect(requested.filter((path) => !later.includes(path)).toSorted()).toEqual([first, '/whoami']);
  expect(troubles).toEqual([]);
  await close();
});

describe('a long log', () => {
  it('keeps few lines in the document, links to each, and finds text in all', async () => {
    await consoleUnderTest.store(
      `id: long\nnamespace: examples\ntasks:\n${shell('count', ['seq -f "number %.0f" 1 20000', 'printf "\\033[31mred\\033[0m\\n"'])}`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'long' });
    await consoleUnderTest.until(body.id, 'SUCCESS');
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions/${body.id}?task=count#L15000`);
    await page.getByText('number 15000', { exact: true }).waitFor();
    expect(await page.locator('.log-line').count()).toBeLessThan(200);
    expect(await page.locator('[data-mark=linked]').textContent()).toContain('number 15000');

    await page.getByRole('searchbox', { name: 'Search the log' }).fill('number 1999');
    await page.getByText('1 of 11', { exact: true }).waitFor(); // 1999, and 19990 to 19999
    await page.locator('[data-mark=current]').waitFor();
    expect(await page.locator('[data-mark=current]').textContent()).toContain('number 1999');

    await page.getByRole('region', { name: 'Log' }).focus();
    await page.keyboard.press('End');
    await page.locator('[style*=ansi-red]', { hasText: 'red' }).waitFor();
    expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('PageUp');
    expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('false');
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('an execution that runs', () => {
  it('is followed as it writes, and can be stopped', async () => {
    await consoleUnderTest.store(
      `id: endless\nnamespace: examples\ntasks:\n${shell('loop', ['while true; do echo tick; sleep 0.1; done'])}`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'endless' });
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByText('tick', { exact: true }).nth(5).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop execution' }).click();
    await page.locator('h1 [data-state=KILLED]').waitFor();
    await page.locator('.callout', { hasText: 'Stopped by ada' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('can run again once it has ended', async () => {
    await consoleUnderTest.store(`id: again\nnamespace: examples\ntasks:\n${shell('greet', ['echo once more'])}`);
    const { body } = await consoleUnderTest.run({}, { flow: 'again' });
    await consoleUnderTest.until(body.id, 'SUCCESS');
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    await page.getByText('Replay of').waitFor();
    await page.locator('h1 [data-state=SUCCESS]').waitFor();
    expect(page.url()).not.toContain(body.id);
    await close();
  });
});

describe('hostile text', () => {
  const attack = '<img src=x onerror="document.title=1"><script>alert(1)</script>{{7*7}}';

  it('is shown as text', async () => {
    await consoleUnderTest.store(
      `id: hostile\nnamespace: examples\ndescription: ${JSON.stringify(attack)}\nlabels: {team: ${JSON.stringify(attack)}}\ntasks:\n${shell('greet', [`cat <<'END'\n${attack}\nEND`])}`.replaceAll(
        '{{7*7}}',
        '',
      ),
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'hostile' });
    await consoleUnderTest.until(body.id, 'SUCCESS');
    const shown = attack.replace('{{7*7}}', '');
    for (const path of ['/ui/flows', '/ui/flows/examples/hostile', `/ui/executions/${body.id}`]) {
      const { page, troubles, close } = await consoleUnderTest.open(path);
      await page.getByText(shown).first().waitFor();
      expect(await page.locator('img, main script').count()).toBe(0);
      expect(troubles).toEqual([]);
      await close();
    }
  });
});

describe('the list of flows', () => {
  it('is used with the keyboard alone', async () => {
    for (const id of ['hello', 'long'])
      await consoleUnderTest.store(`id: ${id}\nnamespace: examples\ntasks:\n${shell('greet', ['echo hello'])}`);
    const { page, close } = await consoleUnderTest.open('/ui/flows');
    await page.getByRole('link', { name: 'examples/hello' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('hello');
    await page.getByRole('link', { name: 'examples/long' }).waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toBe(`${consoleUnderTest.url}/ui/flows?q=hello`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ui/flows/examples/hello');
    await page.goBack();
    expect(await page.getByRole('searchbox').inputValue()).toBe('hello');
    await close();
  });
});
