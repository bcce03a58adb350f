/** What a change needs: room for new data, or only enough to free space or to end work. */
export type ChangeKind = 'change' | 'clean-up';

/** Rejects changes while there is no room for what they store. */
export interface StorageGuard {
  /** @throws {AppError} `insufficient-storage`, whose cause is for operators; `store-unavailable` */
  requireSpace(kind?: ChangeKind): Promise<void>;
}

/** Rejects what one of several guards rejects. */
export function everyGuard(guards: readonly StorageGuard[]): StorageGuard {
  return {
    requireSpace: async (kind) => {
      for (const guard of guards) await guard.requireSpace(kind);
    },
  };
}
