import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisKey } from '../../src/store/redis/redis-key.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
const gates = mkdtempSync(join(tmpdir(), 'flowgate-gates-'));
beforeAll(async () => {
  consoleUnderTest = await startConsole();
});
afterAll(async () => {
  await consoleUnderTest.stop();
  rmSync(gates, { recursive: true });
});

/** A command that lasts until its gate is opened, however slow the browser is. */
const untilOpen = (gate: string) => `until [ -e ${join(gates, gate)} ]; do sleep 0.05; done`;
const open = (gate: string) => writeFileSync(join(gates, gate), '');

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const python = 'type: dev.vendor.plugin.scripts.python.Script';

/** Stores and runs a flow of `examples` to a state. @returns the id of the execution */
async function ranFlow(
  id: string,
  body: string,
  state = 'SUCCESS',
  inputs: Record<string, string> = {},
): Promise<string> {
  await consoleUnderTest.store(`id: ${id}\nnamespace: examples\n${body}`);
  const { body: accepted } = await consoleUnderTest.run({ inputs }, { flow: id });
  await consoleUnderTest.until(accepted.id, state);
  return accepted.id;
}

const rowsOf = (page: Page) => page.locator('.timeline-row .timeline-choose').allTextContents();

describe('an execution that failed', () => {
  it('says why, in which task and attempt, and shows the end of its log', async () => {
    await ranFlow(
      'orders',
      `tasks:
  - {id: prepare, ${shell}, commands: [echo prepared]}
  - {id: hint, ${shell}, commands: [exit 1], allow_failure: true}
  - id: load
    ${shell}
    retry: {type: constant, max_attempt: 3, interval: 0.01s}
    commands: ['for i in $(seq 40); do echo "row $i"; done', 'echo "column price is missing"', 'exit 3']
errors:
  - {id: tell, ${shell}, commands: [exit 9]}
finally:
  - {id: clean, ${shell}, commands: [echo cleaned]}
`,
      'FAILED',
    );
    // From the list of executions, as somebody who has never seen the flow.
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/executions?state=FAILED');
    await page.getByRole('link', { name: 'examples/orders' }).click();
    const summary = page.getByRole('region', { name: 'Why it failed' });
    await summary.getByText('column price is missing').waitFor();
    expect(await summary.textContent()).toMatch(
      /Task load failed: its script ended with status 3.*A command in the task failed.*The task load ran for .*, in 3 attempts\./,
    );
    expect(await page.locator('[data-chosen=true] .timeline-choose').textContent()).toBe('Attempt 3');
    expect(await page.getByRole('heading', { level: 2, name: 'Log of load' }).count()).toBe(1);
    await page.locator('.log-line', { hasText: 'column price is missing' }).last().waitFor();
    expect(await rowsOf(page)).toEqual([
      'prepare',
      'hint',
      'load',
      'Attempt 1',
      'Attempt 2',
      'Attempt 3',
      'tell',
      'clean',
    ]);

    await page.getByRole('button', { name: 'Attempt 2, of load' }).click();
    await page.locator('.log-line', { hasText: 'Attempt 2 of 3 starts' }).waitFor();
    expect(new URL(page.url()).search).toBe('?task=load&attempt=2');
    expect(await accessibilityProblems()).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('says so if no task was the reason', async () => {
    const id = await ranFlow(
      'checked',
      `inputs: [{id: size, type: INT, defaults: 3}]\nchecks:\n  - {message: Too small, behavior: FAIL_EXECUTION, condition: '{{ inputs.size > 9 }}'}\ntasks:\n  - {id: greet, ${shell}, commands: [echo hello]}\n`,
      'FAILED',
    );
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('No tasks started.').waitFor();
    expect(await page.getByRole('region', { name: 'Why it failed' }).textContent()).toContain('Too small');
    await close();
  });
});

describe('an execution with a subflow', () => {
  it('nests its tasks, which can be folded away, and links to it', async () => {
    await consoleUnderTest.store(
      `id: image\nnamespace: shared\ntasks:\n  - {id: compile, ${shell}, commands: [echo compiled]}\n  - {id: lint, ${shell}, commands: [echo linted]}\n`,
    );
    const id = await ranFlow(
      'release',
      `tasks:\n  - {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: shared, flowId: image}\n  - {id: ship, ${shell}, commands: [echo shipped]}\n`,
    );
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('shipped', { exact: true }).waitFor();
    expect(await rowsOf(page)).toEqual(['build', 'compile', 'lint', 'ship']);
    await page.getByRole('button', { name: /^lint, Success, .*started \d{4}-/ }).click();
    await page.getByText('linted', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('task')).toBe('build/lint');
    await page.getByRole('button', { name: 'Inside build' }).click();
    expect(await rowsOf(page)).toEqual(['build', 'ship']);

    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const cells = page.getByRole('table', { name: 'Tasks' }).locator('tbody td:first-child');
    expect(await cells.allTextContents()).toEqual(['build', 'build/compile', 'build/lint', 'ship']);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByRole('link', { name: 'shared/image' }).click();
    await page.waitForURL('**/ui/flows/shared/image?tab=source&revision=1');
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('an execution with blocks', () => {
  it('shows items and branches while they run, and the log of each', async () => {
    const core = 'type: dev.vendor.plugin.core';
    await consoleUnderTest.store(
      `id: blocks
namespace: examples
tasks:
  - id: each
    ${core}.flow.ForEach
    values: [eu, us/1]
    concurrency: 2
    tasks:
      - {id: say, ${shell}, script: 'echo "at {{ items.each }}"; ${untilOpen('items')}'}
  - id: both
    ${core}.flow.Parallel
    tasks:
      - {id: left, ${shell}, commands: [echo to the left]}
      - {id: right, ${shell}, commands: [echo to the right]}
`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'blocks' });
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByRole('button', { name: 'Item us/1, Running' }).waitFor();
    await page.getByText('0 of 2', { exact: true }).waitFor();
    expect((await rowsOf(page)).slice(0, 5)).toEqual(['each', 'eu', 'say', 'us/1', 'say']);
    const pending = page.locator('.timeline-row', { hasText: 'Pending' });
    expect(await pending.locator('.timeline-name').allTextContents()).toEqual(['both', 'left', 'right']);
    await page.getByRole('button', { name: 'Graph', exact: true }).click();
    expect(new URL(page.url()).searchParams.get('view')).toBe('graph');
    await page.locator('.graph-node[data-path=both][data-state=PENDING]').waitFor();
    await page.locator('.graph-node[data-path="each/say"][data-state=RUNNING]', { hasText: '0 of 2' }).click();
    await page.getByRole('heading', { name: 'Log of each[eu]/say' }).waitFor();
    open('items');
    await page.locator('.graph-node[data-path="both/left"][data-state=SUCCESS]').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.locator('h1 [data-state=SUCCESS]').waitFor();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    // Items that have ended well are closed.
    expect((await rowsOf(page)).toSorted()).toEqual(['both', 'each', 'eu', 'left', 'right', 'us/1']);
    await page.getByRole('button', { name: 'Item us/1, Success' }).click();
    await page.locator('.log-line', { hasText: 'at us/1' }).waitFor();
    expect(await page.locator('.log-line', { hasText: 'at eu' }).count()).toBe(0);
    await page.getByRole('button', { name: /^both, Success/ }).click();
    await page.locator('.log-line', { hasText: 'to the left' }).waitFor();
    await page.locator('.log-line', { hasText: 'to the right' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('an execution with a loop of 1,000 items', () => {
  it('shows the failed ones first, and the others on request', async () => {
    const id = await ranFlow('many', `tasks:\n  - {id: deploy, ${shell}, commands: [echo hello]}\n`);
    const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      path: `deploy[host ${index}/eu]/push`,
      state: index % 40 === 7 ? 'FAILED' : 'SUCCESS',
      startedAt: time(index),
      endedAt: time(index + 5),
    }));
    const counts = { total: 1_000, succeeded: 975, failed: 25 };
    const loop = { path: 'deploy', state: 'FAILED', startedAt: time(0), endedAt: time(1_005), items: counts };
    await consoleUnderTest.gateway.redis.redis.hset(
      redisKey.execution(id),
      'tasks',
      JSON.stringify([
        loop,
        ...items,
        { path: 'after', state: 'SUCCESS', startedAt: time(1_005), endedAt: time(1_006) },
      ]),
    );
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.getByText('975 of 1,000, 25 failed').waitFor();
    const rows = await rowsOf(page);
    expect(rows).toHaveLength(1 + 2 * 20 + 1);
    expect(rows.slice(0, 4)).toEqual(['deploy', 'host 7/eu', 'push', 'host 47/eu']);
    expect(rows.at(-1)).toBe('after');

    await page.getByRole('button', { name: 'Item host 47/eu, Failed' }).click();
    expect(new URL(page.url()).searchParams.get('task')).toBe('deploy[host 47/eu]');
    await page.getByRole('heading', { level: 2, name: 'Log of deploy[host 47/eu]' }).waitFor();

    await page.getByRole('button', { name: 'Show more of 980 items of deploy' }).click();
    await page.getByRole('button', { name: 'Show more of 880 items of deploy' }).waitFor();
    const more = await rowsOf(page);
    // The failed ones are open.
    expect(more).toHaveLength(1 + 120 + 25 + 1);
    expect(more[51]).toBe('host 0/eu');
    await page.getByRole('button', { name: 'Inside host 0/eu' }).press('Enter');
    expect((await rowsOf(page)).slice(51, 53)).toEqual(['host 0/eu', 'push']);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Inside deploy' }).click();
    expect(await rowsOf(page)).toEqual(['deploy', 'after']);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe('an execution that runs', () => {
  it('is stopped after a question, and says that it is stopping', async () => {
    await consoleUnderTest.store(
      `id: slow\nnamespace: examples\ntasks:\n  - {id: wait, ${shell}, commands: [echo waiting, sleep 60]}\nfinally:\n  - {id: clean, ${shell}, commands: ['${untilOpen('stopped')}', echo cleaned]}\n`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'slow' });
    const { page, troubles, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByText('waiting', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Keep running' }).click();
    expect((await consoleUnderTest.read(body.id)).stop).toBeUndefined();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop execution' }).click();
    await page.getByText('ada stopped it').waitFor();
    expect(await page.getByRole('button', { name: 'Stopping…' }).isDisabled()).toBe(true);
    open('stopped');
    await page.locator('h1 [data-state=KILLED]').waitFor();
    expect(await rowsOf(page)).toEqual(['wait', 'clean']);
    await page.locator('.callout', { hasText: 'Stopped by ada' }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  it('moves on to the task that runs, until the user looks at one', async () => {
    await consoleUnderTest.store(
      `id: steps\nnamespace: examples\ntasks:\n  - {id: one, ${shell}, commands: [echo first, '${untilOpen('one')}']}\n  - {id: two, ${shell}, commands: [echo second, '${untilOpen('two')}']}\n  - {id: three, ${shell}, commands: [echo third]}\n`,
    );
    const { body } = await consoleUnderTest.run({}, { flow: 'steps' });
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${body.id}`);
    await page.getByRole('heading', { name: 'Log of one' }).waitFor();
    open('one');
    await page.getByRole('heading', { name: 'Log of two' }).waitFor();
    await page.getByText('second', { exact: true }).click();
    open('two');
    await page.locator('h1 [data-state=SUCCESS]').waitFor();
    expect(await page.getByRole('heading', { name: 'Log of two' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Show the full log' }).click();
    await page.getByText('Finished: SUCCESS').waitFor();
    await close();
  });
});

describe('an execution that has ended', () => {
  it('runs again with changed inputs', async () => {
    const id = await ranFlow(
      'greeting',
      `inputs:\n  - {id: who, type: STRING}\n  - {id: token, type: SECRET}\ntasks:\n  - {id: greet, ${shell}, env: {TOKEN: '{{ inputs.token }}'}, commands: ['echo "Hello {{ inputs.who }}"']}\n`,
      'SUCCESS',
      { who: 'Ada', token: 'a-secret-token' },
    );
    const { page, close } = await consoleUnderTest.open(`/ui/executions/${id}?tab=values`);
    await page.getByText('****', { exact: true }).waitFor();
    // Its secret is not kept, so the same inputs are not enough.
    await page.getByRole('button', { name: 'Run again', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Could not run again' });
    await dialog.getByRole('link', { name: 'Run again with changes…' }).click();
    const who = page.getByRole('textbox', { name: /^who/ });
    await who.waitFor();
    await expect.poll(() => who.inputValue()).toBe('Ada');
    await close();
  });

  it('shows its artifacts and values, and interprets nothing in them', async () => {
    const attack = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
    const id = await ranFlow(
      'leaving',
      `tasks:
  - id: make
    ${python}
    script: |
      import base64, json, os
      os.makedirs("out")
      attack = ${JSON.stringify(attack)}
      open("out/page.html", "w").write(attack)
      open("out/" + "<b>x</b>.txt".replace("/", "_"), "w").write(attack)
      open("out/data.json", "w").write(json.dumps({"a": [1], "attack": attack}))
      open("out/drawing.svg", "w").write("<svg xmlns='http://www.w3.org/2000/svg' onload='document.title=1'/>")
      open("out/raw.bin", "wb").write(bytes(range(256)))
      open("out/dot.png", "wb").write(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGMQSDgARAwoFABGxQchk94CugAAAABJRU5ErkJggg=="))
      print(attack)
      print(json.dumps({"text": attack}))
    outputFiles: ["out/*"]
    outputSchema: {text: {type: STRING}}
outputs:
  - {id: text, type: STRING, value: '{{ task_outputs.make.text }}'}
`,
    );
    const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
    await page.locator('.log-line').getByText(attack, { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Inputs and outputs' }).click();
    await page.getByText(attack).waitFor();
    await page.getByRole('tab', { name: 'Artifacts' }).click();
    const shown = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.locator('pre, canvas, p').first().waitFor();
      const text = await dialog.locator('.dialog-body').textContent();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      return text;
    };
    expect(await shown('out/page.html')).toBe(attack);
    expect(await shown('out/<b>x<_b>.txt')).toBe(attack);
    expect(await shown('out/data.json')).toBe(JSON.stringify({ a: [1], attack }, null, 2));
    expect(await shown('out/drawing.svg')).toContain('<svg');
    expect(await shown('out/raw.bin')).toContain('This file has no preview');
    await page.getByRole('button', { name: 'out/dot.png', exact: true }).click();
    const picture = page.getByRole('dialog').getByRole('img', { name: 'out/dot.png' });
    expect(await picture.boundingBox()).toMatchObject({ width: 4, height: 5 }); // with its edge
    expect(await accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download out/page.html' }).click();
    expect((await download).suggestedFilename()).toBe('page.html');
    expect(await page.locator('main img, main script, main svg[onload]').count()).toBe(0);
    expect(await page.title()).toBe('examples/leaving · Flowgate');
    expect(troubles).toEqual([]);
    await close();
  });
});
