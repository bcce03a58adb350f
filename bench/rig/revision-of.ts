import type { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';

type RevisionWrite = Parameters<RedisRevisionStore['create']>[0];

/** A revision to store without a check. */
export function revisionOf(key: RevisionWrite['key'], text: string): RevisionWrite {
  return {
    key,
    source: { bytes: Buffer.from(text), mediaType: 'application/x-yaml', format: 'yaml' },
    labels: {},
    calls: [],
    schedules: [],
    disabled: false,
    tasks: [],
    actor: 'bench',
    time: new Date(Date.UTC(2026, 0, 1)),
  };
}
