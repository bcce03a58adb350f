import { expect, it } from 'vitest';
import { DiskRoom, NoRoom } from '../../../../src/engines/local/shell/disk-room.ts';

it('copies at once share the space, and what they have written counts once', async () => {
  let free = 1000;
  const room = new DiskRoom({ reserve: 100, freeSpace: async () => free });
  const first = await room.take('/', 500);
  await expect(room.take('/', 401)).rejects.toThrow(NoRoom);
  const second = await room.take('/', 400);
  await expect(room.take('/', 1)).rejects.toThrow('the disk of Flowgate has space for 0 bytes of output files');
  first.written(300);
  free -= 300;
  await expect(room.take('/', 1)).rejects.toThrow(NoRoom);
  first.release();
  first.release();
  await expect(room.take('/', 201)).rejects.toThrow(NoRoom);
  (await room.take('/', 200)).release();
  second.release();
  (await room.take('/', 600)).release();
});

it('a file system that does not answer rejects nothing', async () => {
  const room = new DiskRoom({ reserve: 100, freeSpace: () => Promise.reject(new Error('hangs')) });
  await expect(room.take('/', 1e15)).resolves.toBeDefined();
});
