import type { RevisionWrite } from '../../src/store/revisions/revision-store.ts';

/** A write with defaults for everything that a test does not care about. */
export function revisionWrite(overrides: Partial<RevisionWrite> & { readonly text?: string } = {}): RevisionWrite {
  const { text = 'id: hello\n', ...rest } = overrides;
  return {
    key: { namespace: 'examples', id: 'hello' },
    source: { bytes: Buffer.from(text), mediaType: 'application/x-yaml', format: 'yaml' },
    labels: {},
    calls: [],
    schedules: [],
    disabled: false,
    tasks: [],
    actor: 'ada',
    time: new Date('2026-01-02T03:04:05.678Z'),
    ...rest,
  };
}
