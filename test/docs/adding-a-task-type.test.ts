import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { actionOf } from '../../src/engines/local/interpreter/task-action.ts';
import { loadLanguage, type Language } from '../../src/faces/cli/flows/load-language.ts';
import type { FlowPlan } from '../../src/language/execution-plan/flow-plan.ts';
import { planFlow } from '../../src/language/execution-plan/plan-flow.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { outsideTaskFolder, ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';
import { byPath, failing, runPlan } from '../support/virtual-run.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';

const folder = 'test/fixtures/task-folders/documented';
const page = readProjectFile('docs/how-to/add-a-task-type.md');

const flow = `id: release
namespace: docs
description: Uses the task types of the page.
inputs:
  - {id: version, type: STRING}
tasks:
  - {id: tell, type: dev.vendor.plugin.acme.Announce, audience: everyone, message: "Version {{ inputs.version }} is out"}
  - {id: wait, type: dev.vendor.plugin.acme.Pause, seconds: 60}
  - {id: notify, type: dev.vendor.plugin.acme.Notify, channels: [a b, c], message: "Version {{ inputs.version }} is out"}
`;

const canary = `id: rollout
namespace: docs
description: Releases with the block of the page.
tasks:
  - id: release
    type: dev.vendor.plugin.acme.Canary
    tasks:
      - {id: push, type: dev.vendor.plugin.core.shell.Shell, script: 'push "{{ items.release }}"'}
  - {id: tell, type: dev.vendor.plugin.core.log.Log, message: "Released in {{ task_outputs.release.succeeded }} steps"}
`;

test.each([
  ['typescript', 'announce.ts'],
  ['typescript', 'notify.ts'],
  ['typescript', 'canary.ts'],
  ['javascript', 'pause.js'],
  ['handlebars', 'announce.groovy.hbs'],
  ['handlebars', 'notify.groovy.hbs'],
  ['handlebars', 'canary.groovy.hbs'],
  ['handlebars', 'pause.groovy.hbs'],
])('the page shows the %s file %s unchanged', (language, file) => {
  expect(fencedBlocks(page, language)).toContain(readProjectFile(join(folder, file)));
});

describe('the two files of each type, and no other change,', () => {
  let language: Language;

  beforeAll(async () => {
    language = await loadLanguage({ FLOWGATE_TASKS: join(import.meta.dirname, '..', '..', folder) });
  });

  test('make a flow with the types valid', () => {
    expect(language.check(flow).problems).toEqual([]);
  });

  test('are checked by their schema', () => {
    const { problems } = language.check(flow.replace('seconds: 60', 'seconds: 0').replace('everyone', 'nobody'));
    expect(problems.map(({ code, path }) => ({ code, path }))).toEqual([
      { code: 'invalid-value', path: '/tasks/0/audience' },
      { code: 'invalid-value', path: '/tasks/1/seconds' },
    ]);
  });

  test('are checked by their own check', () => {
    const { problems } = language.check(flow.replace('channels: [a b, c]', 'urgent: true, channels: [a b, c]'));
    expect(problems.map(({ code, path, message }) => ({ code, path, message }))).toEqual([
      { code: 'conflicting-properties', path: '/tasks/2/channels', message: 'An urgent message goes to one channel.' },
    ]);
  });

  test('put their steps into the Jenkinsfile', () => {
    const checked = language.check(flow).flow;
    const jenkinsfile = checked && language.transpile(checked, flow).jenkinsfile;
    expect(jenkinsfile).toContain("sleep time: 60, unit: 'SECONDS'");
    expect(jenkinsfile).toMatch(/\bmessage: .*To everyone: Version /);
    expect(jenkinsfile).toContain('echo task.message');
  });

  async function planned(text: string): Promise<FlowPlan> {
    const folders = [ownTaskFolder(), outsideTaskFolder(join(import.meta.dirname, '..', '..', folder))];
    const taskTypes = await loadTaskRegistry({ folders, vendor: 'vendor' });
    const settings = { vendor: 'vendor', prefix: 'VENDOR' };
    return planFlow(language.check(text).flow!, undefined, { taskTypes, settings }).plan;
  }

  test('make a block, which runs as a loop on every engine', async () => {
    const { flow: checked, problems } = language.check(canary);
    expect(problems).toEqual([]);
    expect(checked && language.transpile(checked, canary).jenkinsfile).toContain('runLoop(task)');
    const plan = await planned(canary);
    expect(plan.sections.tasks[0]?.work).toMatchObject({ kind: 'block', block: { kind: 'loop' } });
    expect((await runPlan(plan, {})).starts).toEqual([
      'release[5]/push 0',
      'release[25]/push 1',
      'release[100]/push 2',
    ]);
    const broken = await runPlan(plan, { scripts: byPath({ 'release[25]/push': failing }) });
    expect(broken.starts).toEqual(['release[5]/push 0', 'release[25]/push 1']);
    expect(broken.end.reason).toBe('Task release failed: 1 of 3 items failed: 25');
  });

  test('check the tasks of a block and what they refer to', () => {
    const { problems } = language.check(
      canary.replace('items.release', 'items.realease').replace('script: ', 'scirpt: '),
    );
    expect(problems.map(({ code }) => code)).toContain('missing-property');
    expect(language.check(canary.replace('items.release', 'items.release.percent')).problems).toMatchObject([
      { code: 'unknown-reference', path: '/tasks/0/tasks/0/script' },
    ]);
  });

  test('run on the local engine as the page says', async () => {
    const plan = await planned(flow);
    const [announce, pause, notify] = plan.sections.tasks;
    expect(announce?.work.kind === 'steps' && actionOf(announce.type, announce.work.view, () => '1.4')).toEqual({
      kind: 'message',
      message: 'To everyone: Version 1.4 is out',
    });
    expect(pause?.type.local).toBeUndefined();
    expect(notify?.work.kind === 'steps' && actionOf(notify.type, notify.work.view, () => '1.4')).toMatchObject({
      kind: 'script',
      script: 'notify --urgent="false" --message "Version ${VERSION} is out" "a b" "c"',
    });
  });

  test('are unknown without FLOWGATE_TASKS', async () => {
    const { problems } = (await loadLanguage({})).check(flow);
    expect(problems.map(({ code }) => code)).toContain('unknown-task-type');
  });
});
