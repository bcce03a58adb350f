import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects everything that nothing refers to. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // V8 adds it to new contexts
  // A reference can live for one more turn.
  for (let turn = 0; turn < 5; turn++) {
    await nextTurn();
    collect();
  }
}
