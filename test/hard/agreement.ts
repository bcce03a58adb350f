import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Part } from '../../bench/rig/part.ts';
import { packageRoot } from '../../src/base/config/package-root.ts';

const flows = process.env.FLOWGATE_RANDOM_FLOWS ?? '300';

export const agreement: Part = {
  name: 'agreement',
  description:
    'Random flows, others in each run, on both engines: their states, logs, outputs and artifacts are equal.',
  run: async (report) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', 'test/engines/agreement/random-flows.test.ts'];
    const environment = { ...process.env, FLOWGATE_RANDOM_FLOWS: flows };
    const child = spawn(process.execPath, args, {
      cwd: packageRoot(),
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    report.figure('flows', flows);
    report.check('both engines agree', status !== 0 && output.slice(-4_000));
  },
};
