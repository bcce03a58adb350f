import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createdExecution } from '../support/execution-creation.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-lists-'));
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(flow('hello', 'echo hello', 'labels: {team: greeters}\n'));
  await consoleUnderTest.store(
    flow('nightly', 'echo night', 'triggers: [{id: nightly, type: schedule, cron: "0 2 * * *"}]\n'),
  );
  await consoleUnderTest.store(flow('resting', 'echo', 'disabled: true\n'));
  await consoleUnderTest.store(flow('breaking', 'exit 1'));
});
afterAll(async () => {
  await consoleUnderTest.stop();
  rmSync(folder, { recursive: true, force: true });
});

function flow(id: string, command: string, more = ''): string {
  return `id: ${id}\nnamespace: examples\n${more}tasks:\n  - {id: work, type: dev.vendor.plugin.core.shell.Shell, commands: [${JSON.stringify(command)}]}\n`;
}

async function run(id: string, state: string): Promise<string> {
  const { body } = await consoleUnderTest.run({}, { flow: id });
  await consoleUnderTest.until(body.id, (execution) => execution.state === state);
  return body.id;
}

/** The paths of the API that a page asks for from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/assets/') && !pathname.startsWith('/ui/')) paths.push(`${pathname}${search}`);
  });
  return paths;
}

describe('the home page', () => {
  it('says what failed and why, shows favourites and what comes next, with one request', async () => {
    const failed = await run('breaking', 'FAILED');
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/flows');
    await page.getByRole('button', { name: 'Favourite examples/resting' }).click();
    const requests = requestsOf(page);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const section = (name: string) => page.getByRole('region', { name });
    const row = section('Failed in the last 24 hours').getByRole('row').filter({ hasText: 'examples/breaking #1' });
    await row.getByText('Task work failed: its script ended with status 1').waitFor();
    expect(await section('Favourites').getByRole('listitem').allTextContents()).toEqual(['examples/restingnever']);
    expect(await section('Comes next').textContent()).toMatch(/examples\/nightly.*02:00 UTC · in \d+/);
    await page.getByRole('img', { name: /executions ended in the last 14 days, of which 1 failed$/ }).waitFor();
    const overviews = requests.filter((path) => !path.startsWith('/executions?waiting_for=mine'));
    expect([...new Set(overviews)]).toEqual(['/home?flow=examples%2Fresting']);
    expect(await accessibilityProblems()).toEqual([]);

    await section('Failed in the last 24 hours')
      .getByRole('link', { name: /^Show all/ })
      .click();
    await page.waitForURL('**/ui/executions?state=FAILED&range=24h');
    await page.goBack();
    await row.getByRole('link').click();
    await page.waitForURL(`**/ui/executions/${failed}`);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('the list of flows', () => {
  it('shows last executions, next ticks and what is disabled, with no request for each flow', async () => {
    await run('hello', 'SUCCESS');
    const { page, troubles, close } = await consoleUnderTest.open('/ui/system');
    const requests = requestsOf(page);
    await page.getByRole('link', { name: 'Flows', exact: true }).click();
    const row = (id: string) => page.getByRole('row').filter({ hasText: `examples/${id}` });
    await row('hello').getByText('Success').waitFor();
    expect(await row('nightly').textContent()).toMatch(/never.*in \d+ hr|never.*in \d+ min/);
    expect(await row('resting').textContent()).toContain('disabled');
    expect(await row('resting').getByRole('link', { name: /^Run/ }).count()).toBe(0);
    const counted = '/executions?waiting_for=mine&limit=50';
    expect(requests.filter((path) => path !== counted && /executions|triggers/.test(path))).toEqual([]);
    const asked = new Set(requests.filter((path) => path.startsWith('/flows')));
    expect([...asked]).toEqual(['/flows?include=lastExecution&include=nextAt']);

    await row('hello').getByRole('link', { name: 'Success' }).click();
    await page.waitForURL('**/ui/executions?namespace=examples&flow=hello');
    await page.getByText('flow is examples/hello').waitFor();
    await page.getByText('100% (1 of the last 1)').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('is filtered by label and namespace, sorted, and says which filters leave nothing', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/flows');
    await page.getByRole('button', { name: 'Filter by label team: greeters' }).click();
    await page.getByRole('link', { name: 'examples/nightly' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2); // with the header
    const field = page.getByRole('form', { name: 'Add a filter' }).getByRole('textbox');
    await field.fill('team');
    await page.keyboard.press('Enter');
    await page.getByText('Use the form name:value').waitFor();
    await field.fill('stage:none');
    await page.keyboard.press('Enter');
    await page.getByText('Filters: label is team:greeters, label is stage:none').waitFor();
    await page.reload();
    await page.getByText('Filters: label is team:greeters, label is stage:none').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'examples/nightly' }).waitFor();
    await page.getByRole('button', { name: 'Sort' }).click();
    await page.getByRole('option', { name: 'Recently changed first' }).click();
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('examples/breaking');
    expect(page.url()).toContain('sort=-updated');

    // The only word that is no part of a name is in a label.
    await page.getByRole('searchbox').fill('ello GREET');
    await page.getByText('label team=greeters').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Favourite examples/hello' }).click();
    await page.reload();
    const favourite = page.getByRole('button', { name: 'Favourite examples/hello', pressed: true });
    await favourite.waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('ello GREET');
    await close();
  });

  it('explains its keys', async () => {
    const { page, accessibilityProblems, close } = await consoleUnderTest.open('/ui/flows');
    await page.getByRole('link', { name: 'examples/hello' }).waitFor();
    // It is loaded after the page.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });
});

describe('the list of executions', () => {
  it('changes rows in place, and keeps new ones back until they are wanted', async () => {
    const gate = join(folder, 'gate');
    await consoleUnderTest.store(flow('waiting', `while [ ! -e ${gate} ]; do sleep 0.1; done`));
    const { body } = await consoleUnderTest.run({}, { flow: 'waiting' });
    await consoleUnderTest.until(body.id, 'RUNNING');
    const { page, troubles, close } = await consoleUnderTest.open('/ui/executions?state=RUNNING');
    const links = () =>
      page.locator('[data-row-link]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await page.getByRole('row').filter({ hasText: 'examples/waiting' }).getByText('Running').waitFor();
    const before = await links();
    expect(before).toEqual([`/ui/executions/${body.id}`]);

    const second = (await consoleUnderTest.run({}, { flow: 'waiting' })).body.id;
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(await links()).toEqual(before);
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(links).toEqual([`/ui/executions/${second}`, ...before]);

    writeFileSync(gate, '');
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Success' }).count(), { timeout: 20_000 }).toBe(2);
    expect(await links()).toEqual([`/ui/executions/${second}`, ...before]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('runs again, restarts and stops the chosen executions, each where it applies', async () => {
    const flowId = 'several';
    await consoleUnderTest.store(flow(flowId, `[ ! -e ${join(folder, 'hold')} ] && exit 1; sleep 60`));
    const ended = [await run(flowId, 'FAILED'), await run(flowId, 'FAILED')];
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions?namespace=examples&flow=${flowId}`);
    const group = page.getByRole('group', { name: 'Chosen executions' });
    for (const id of ended) await page.getByRole('checkbox', { name: id }).check();
    await group.getByText('2 chosen').waitFor();
    expect(await group.getByRole('link', { name: 'Compare' }).getAttribute('href')).toMatch(
      /\/ui\/compare\?left=\w+&right=\w+$/,
    );
    expect(await group.getByRole('button', { name: /^Stop/ }).count()).toBe(0);
    await group.getByRole('button', { name: 'Restart 2' }).waitFor();
    await page.getByRole('checkbox', { name: ended[0] }).uncheck();
    await group.getByText('1 chosen').waitFor();
    await group.getByRole('button', { name: 'Choose all 2' }).click();

    writeFileSync(join(folder, 'hold'), '');
    await group.getByRole('button', { name: 'Run 2 again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run 2 again' }).click();
    await page.getByText('Started 2 executions again').waitFor();
    await group.waitFor({ state: 'detached' });
    const rows = page.getByRole('row').filter({ hasText: 'Running' });
    await page.getByRole('button', { name: '2 new' }).or(rows.nth(1)).first().waitFor();
    await page.reload();
    await rows.nth(1).waitFor();
    for (const row of await rows.all()) await row.getByRole('checkbox').check();
    await group.getByRole('button', { name: 'Stop 2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop 2' }).click();
    await page.getByText('Stopping 2 executions').waitFor();
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it('keeps its filters in the address, and relative times relative', async () => {
    await run('breaking', 'FAILED');
    const { page, close } = await consoleUnderTest.open('/ui/executions');
    const requests = requestsOf(page);
    await page.getByRole('link', { name: 'Failed in the last 24 hours' }).click();
    await page.waitForURL('**/ui/executions?state=FAILED&range=24h');
    await page.getByRole('row').filter({ hasText: 'examples/breaking' }).first().waitFor();
    const from = new URLSearchParams(requests.findLast((path) => path.includes('from='))?.split('?')[1]).get('from');
    expect(Math.abs(Date.parse(from ?? '') + 24 * 3_600_000 - Date.now())).toBeLessThan(60_000);

    await page.getByRole('button', { name: 'Filter by started by ada' }).first().click();
    await page.getByText('started by ada').first().waitFor();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.locator('h1', { hasText: 'examples/breaking' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/ui/executions?state=FAILED&range=24h&actor=ada');
    expect(await page.getByRole('button', { name: 'Failed', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Remove filter started by ada' }).click();

    await page.getByRole('button', { name: 'Time' }).click();
    await page.getByRole('option', { name: 'From … to …' }).click();
    await page.getByLabel('to', { exact: true }).fill('2020-01-02T03:04');
    await page.getByText(/Filters: state is Failed, to 2020-01-02/).waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toMatch(/^2020-01-0\dT/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row').filter({ hasText: 'examples/breaking' }).first().waitFor();
    await close();
  });

  it('goes on through pages', async () => {
    const accepted = { flow: { namespace: 'examples', id: 'many' } };
    for (let number = 0; number < 55; number++)
      await createdExecution(consoleUnderTest.gateway.ports.life, { accepted, failure: 'Nothing runs it.' });
    const { page, close } = await consoleUnderTest.open('/ui/executions?namespace=examples&flow=many');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(56);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await close();
  });
});

describe('the audit trail', () => {
  it('is filtered by its cells, and shows the details of an entry', async () => {
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/audit?action=createFlow');
    await page.getByRole('button', { name: 'Filter by flow examples/resting' }).click();
    await page.getByText('flow is examples/resting').waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.locator('[data-row-link]').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create a flow' });
    await dialog.getByText('createFlow').waitFor();
    expect(await dialog.textContent()).toMatch(/Request[0-9a-f]{6}…[0-9a-f]{6}/);
    expect(await accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Escape');

    const field = page.getByRole('form', { name: 'Add a filter' }).getByRole('combobox');
    await field.fill('no such action');
    await page.keyboard.press('Enter');
    await page.getByText('Choose a value from the list').waitFor();
    await field.fill('Run a flow');
    await page.keyboard.press('Enter');
    await page.getByText('Filters: action is Run a flow, flow is examples/resting, last 24 hours').waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('marks what agents did, and shows as much of a commit as the command line', async () => {
    const { page, close } = await consoleUnderTest.open('/ui');
    await page.route('**/audit?*', async (route) => {
      const response = await route.fetch();
      const { entries, ...rest } = await response.json();
      const marked = {
        ...entries[0],
        via: 'mcp',
        detail: `web@${'3f2a1cdd4e5f'.padEnd(40, '0')}, taken over from api`,
      };
      await route.fulfill({ response, json: { ...rest, entries: [marked] } });
    });
    await page.goto(`${consoleUnderTest.url}/ui/audit`);
    const row = page.getByRole('row').nth(1);
    await row.getByText('via mcp').waitFor();
    expect(await row.textContent()).toContain('web@3f2a1cdd4e5f, taken over from api');
    await close();
  });

  it('can be saved as it is filtered', async () => {
    const { page, close } = await consoleUnderTest.open('/ui/audit?action=createFlow&flow=hello&namespace=examples');
    await page.getByRole('row').nth(1).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as NDJSON' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ action: 'createFlow', flowId: 'hello' }]);
    await close();
  });
});

describe('the system page', () => {
  it('tells what is ready, and documents the task types', async () => {
    const { page, troubles, close } = await consoleUnderTest.open('/ui/system');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('heading', { name: 'Ready' }).waitFor();
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    const diagnostics = JSON.parse(await page.evaluate('navigator.clipboard.readText()'));
    expect(diagnostics).toMatchObject({ status: 'ready', engine: 'local', checks: [{ name: 'redis', ready: true }] });
    expect(JSON.stringify(diagnostics)).not.toContain('ada');

    await page.getByText('Call an HTTP service').click();
    await page.getByText('expectedStatus', { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toMatch(/http\.Request$/);
    await page.getByText('Run shell commands').click();
    await page.getByText('expectedStatus', { exact: true }).first().waitFor({ state: 'detached' });
    expect(await page.locator('details[open]').count()).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('hostile text', () => {
  const attack = '<img src=x onerror="document.title=1"><script>alert(1)</script>';

  it('is shown as text in every list, and in what it filters by', async () => {
    await consoleUnderTest.store(flow('hostile', 'true', `description: ${JSON.stringify(attack)}\n`));
    const { body } = await consoleUnderTest.run(
      { labels: { [attack.replaceAll(':', '')]: attack } },
      { flow: 'hostile' },
    );
    await consoleUnderTest.until(body.id, 'SUCCESS');
    for (const path of [
      '/ui/flows',
      '/ui/executions',
      `/ui/executions?actor=${encodeURIComponent(attack)}&label=${encodeURIComponent(`a:${attack}`)}`,
      `/ui/audit?actor=${encodeURIComponent(attack)}`,
    ]) {
      const { page, troubles, close } = await consoleUnderTest.open(path);
      await page.getByText(attack).first().waitFor();
      expect(await page.locator('img, main script').count()).toBe(0);
      expect(troubles).toEqual([]);
      await close();
    }
  });
});
