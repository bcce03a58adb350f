import { readdirSync, rmSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { FileIntake } from '../../../src/abilities/files/file-intake.ts';
import { FileContents } from '../../../src/store/files/file-contents.ts';
import { FileFolder } from '../../../src/store/files/file-folder.ts';
import type { RedisContentIndex } from '../../../src/store/files/redis-content-index.ts';
import type { UploadLedger } from '../../../src/store/files/upload-ledger.ts';
import { UploadRooms } from '../../../src/store/files/upload-room.ts';
import { temporaryFolder } from '../../support/redis.ts';
import { flowOf, flowText } from '../../support/transpile-yaml.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const noIndex = {} as RedisContentIndex; // these tests keep no files
const flow = flowOf(
  flowText(
    'inputs:\n  - {id: first, type: FILE}\n  - {id: second, type: FILE}\ntasks:\n  - {id: show, type: dev.vendor.plugin.core.shell.Shell, commands: [\'cat "{{ inputs.first }}" "{{ inputs.second }}"\']}\n',
  ),
);
const ledger: UploadLedger = {
  reserve: async ({ needed }) => ({ held: needed }),
  release: async () => undefined,
  used: async () => 0,
};
const rooms = new UploadRooms({
  ledger,
  limits: { perActor: Infinity, inAll: Infinity, reserve: 0 },
  freeSpace: async () => Infinity,
  now: () => new Date(),
});
const newIntake = () =>
  new FileIntake({
    flow,
    contents: new FileContents({ folder: new FileFolder(folder), index: noIndex, now: () => new Date() }),
    room: rooms.open('ada'),
    limit: 100,
  });

it('lists files in order of arrival, whichever finishes first', async () => {
  const intake = newIntake();
  const slow = new PassThrough();
  const first = intake.take('first', 'slow.txt', slow);
  expect(await intake.take('second', 'quick.txt', Readable.from([Buffer.from('quick')]))).toBeUndefined();
  expect([...intake.received.keys()]).toEqual(['second']);
  slow.end('slow');
  expect(await first).toBeUndefined();
  expect([...intake.received.keys()]).toEqual(['first', 'second']);
  await intake.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it('ignores an empty part without a name, and rejects a nonempty one', async () => {
  const intake = newIntake();
  expect(await intake.take('first', '', Readable.from([]))).toBeUndefined();
  expect(await intake.take('first', '', Readable.from([Buffer.from('x')]))).toEqual({
    inputId: 'first',
    message: 'The file must have a name',
    providedValue: null,
  });
  expect(intake.received.size).toBe(0);
});
