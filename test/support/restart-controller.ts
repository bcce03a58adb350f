import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { JenkinsByHand } from './jenkins-by-hand.ts';

/** A shell command that restarts the controller under test and may return before it is up; absent if not configured. */
export const restartCommand = process.env.JENKINS_RESTART_COMMAND;

/** As `restartCommand`, but Jenkins ends without saving anything. */
export const crashCommand = process.env.JENKINS_CRASH_COMMAND;

const maxStart = 240_000;

/** Restarts the controller under test, and waits until it answers. @throws Error if it does not */
export async function restartController(
  jenkins: JenkinsByHand,
  shellCommand: string | undefined = restartCommand,
): Promise<void> {
  if (shellCommand === undefined) throw new Error('JENKINS_RESTART_COMMAND is not set');
  // A child process that keeps running must not keep the output open.
  const command = spawn('sh', ['-c', shellCommand], { stdio: 'ignore' });
  const [status] = (await once(command, 'exit')) as [number | null]; // the arguments of `exit`
  if (status !== 0) throw new Error(`the command that restarts the controller ended with status ${status}`);
  const end = performance.now() + maxStart;
  while (performance.now() < end) {
    const answer = await jenkins.request('/api/json?tree=mode').catch(() => undefined);
    if (answer?.ok) return;
    await pause(500);
  }
  throw new Error(`Jenkins did not answer within ${maxStart / 1000} s after its restart`);
}
