/** The program: `npm start` and the container run this file. */
import { setTimeout } from './base/timers/timers.ts';
import { holdHeapGrowth } from './composition/heap-growth.ts';

// Longer than any graceful shutdown; supervisors wait about this long before they kill the process.
const maxStop = 25_000;

await main();

async function main(): Promise<void> {
  // yaml reads the environment for every token to see whether to debug, and Node asks the system: a fifth of parsing
  // time.
  process.env = { ...process.env };
  const stopAsked = firstSignal();
  const letHeapGrow = holdHeapGrowth();
  // Imported only now, because loading modules makes the heap grow.
  const { runFlowgate } = await import('./composition/run-flowgate.ts');
  process.exit(await runFlowgate(process.env, { stopAsked, onStarted: letHeapGrow, cutOffStop }));
}

/**
 * Resolves with the first stop signal. Later signals are ignored, because Ctrl-C arrives twice under npm: from the
 * terminal and from npm. A signal during startup takes effect once startup is done. A stop that hangs is cut off.
 */
async function firstSignal(): Promise<NodeJS.Signals> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, resolve);
  });
  cutOffStop();
  return signal;
}

function cutOffStop(): void {
  setTimeout(() => process.exit(1), maxStop).unref();
}
