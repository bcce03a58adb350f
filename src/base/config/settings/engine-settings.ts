import { availableParallelism } from 'node:os';
import { engineChoices } from '../allowed-values.ts';
import { file } from './file-readers.ts';
import { integer, oneOf } from './setting-readers.ts';
import type { Settings } from './setting.ts';

/** Where flows run. */
export const engineSettings = {
  FLOWGATE_ENGINE: {
    ...oneOf(engineChoices),
    default: 'see below',
    meaning:
      'where flows run: `jenkins`; `local` for [this machine](../how-to/run-without-jenkins.md); `none` to only check, store and convert flows: running one returns 409',
  },
  FLOWGATE_LOCAL_EXECUTORS: {
    ...integer(availableParallelism(), { min: 1, max: 1000 }),
    default: 'the number of cores',
    meaning: 'how many executions run at once on this machine; the others are QUEUED',
  },
  FLOWGATE_LOCKS: {
    ...file(),
    meaning:
      'a file with the [locks](../how-to/share-resources-with-locks.md) that flows can take, and how many executions of a namespace run at once',
  },
} as const satisfies Settings;
