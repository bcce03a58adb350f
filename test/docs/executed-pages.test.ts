import { startRunningGateway } from '../support/running-gateway.ts';
import type { BuildPlan, PlannedTask } from '../support/stand-in-jenkins/build-plan.ts';
import { executedPages } from './executed-pages.ts';

const task = (path: string, more: Partial<PlannedTask> = {}): PlannedTask => ({ path, milliseconds: 0, ...more });

/** What the stand-in does instead of running the tasks; `test/jenkins` runs the same pages on a real controller. */
const plans: Readonly<Record<string, BuildPlan>> = {
  hello: { tasks: [task('greet', { log: 'Hello ${USER_NAME}' }), task('tell', { outcome: 'SKIPPED' })] },
  'greet-all': {
    tasks: [
      task('each[Ada]/greet', { log: 'Hello Ada' }),
      task('each[Grace]/greet', { log: 'Hello Grace' }),
      task('each'),
    ],
    outputs: { lengths: [9, 11] },
  },
  'drive-report': {
    tasks: [task('load'), task('measure'), task('alarm', { outcome: 'SKIPPED' }), task('report')],
    outputs: { file_count: 1 },
    artifacts: { 'summary.json': 'text' },
  },
  'every-input': { tasks: [task('show')] },
  release: {
    tasks: [task('build'), task('build/image'), task('deploy'), task('notify', { outcome: 'SKIPPED' }), task('clean')],
    outputs: { released: 'pay-v1.2.3' },
  },
  'awkward-text': { tasks: [task('python', { log: 'embedded: ${MESSAGE}' })] },
  fragile: {
    tasks: [
      task('tell', { log: 'The build has failed' }),
      task('clean', { log: 'Cleaned up' }),
      task('build', { outcome: 'FAILED' }),
    ],
  },
  patient: { tasks: [task('wait', { outcome: 'FAILED', failure: 'Task wait timed out after 3 s' })] },
  endless: { tasks: [task('wait', { milliseconds: 60_000 })] },
  flaky: {
    tasks: [task('knock', { log: 'Attempt 2 of 5 starts' }), task('knock', { log: 'Attempt 3 of 5 starts' })],
  },
  login: { tasks: [task('login', { log: 'Logging in with ${secret.TOKEN}' })] },
  'count-rows': { tasks: [task('count')], outputs: { rows: 2 } },
};

executedPages({
  count: 1,
  start: (publicUrl) => startRunningGateway({ publicUrl }),
  rewrite: (flow) => {
    const plan = plans[/^id: (.*)$/m.exec(flow)?.[1] ?? ''];
    return plan === undefined
      ? flow
      : flow.replace(/^description: .*$/m, () => `description: ${JSON.stringify(`stand-in: ${JSON.stringify(plan)}`)}`);
  },
});
