import { declaredSize } from '../../store/executions/locks/lock-file.ts';
import type { Ability } from '../parts/ability.ts';
import type { Parts } from '../parts/parts.ts';
import { attendHeld } from './held-executions.ts';
import { LockService } from './lock-service.ts';

/** What limits how many executions run at once. */
export function openLocks({ ports, locks }: Parts) {
  return {
    api: { locks: new LockService({ ...ports, locks: locks.locks }) },
    work: ({ pace }) => ({
      rounds: [
        {
          name: 'attend held executions',
          everyMilliseconds: pace.attendHeld,
          run: () => attendHeld({ ...ports, sizeOf: (pool) => declaredSize(locks, pool) }),
        },
      ],
    }),
  } satisfies Ability;
}
