import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Archive } from '../../../src/store/archive/archive.ts';

/** What every archive does. @param options temporary: a folder for files */
export function archiveContract(archive: () => Archive, options: { readonly temporary: () => string }): void {
  it('reads what it wrote, and the last write counts', async () => {
    await archive().put('one/a', Buffer.from('first'));
    await archive().put('one/a', Buffer.from('second'));
    expect((await archive().get('one/a'))?.toString()).toBe('second');
  });

  it('has no object that was not written', async () => {
    expect(await archive().get('one/none')).toBeUndefined();
    expect(await archive().open('none/none')).toBeUndefined();
  });

  it('reads ranges', async () => {
    await archive().put('one/range', Buffer.from('0123456789'));
    expect((await archive().get('one/range', { start: 3, bytes: 4 }))?.toString()).toBe('3456');
    expect((await archive().get('one/range', { start: 8, bytes: 100 }))?.toString()).toBe('89');
  });

  it('stores empty objects', async () => {
    await archive().put('one/empty', Buffer.alloc(0));
    expect(await archive().get('one/empty')).toEqual(Buffer.alloc(0));
  });

  it('stores files and streams them', async () => {
    const content = randomBytes(3 * 1024 * 1024);
    const path = join(options.temporary(), 'file');
    await writeFile(path, content);
    await archive().putFile('one/file', path);
    const found = await archive().open('one/file');
    expect(found?.size).toBe(content.length);
    const chunks: Buffer[] = [];
    for await (const chunk of found!.stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it('lists what is directly in a folder, in order', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `list/item-${index}`);
    await Promise.all([...names, 'listing/other'].map((name) => archive().put(name, Buffer.from(name))));
    expect(await all(archive().list('list'))).toEqual(names);
    expect(await all(archive().list('nothing'))).toEqual([]);
  });

  it('removes objects, also those that are missing', async () => {
    await archive().put('gone/a', Buffer.from('a'));
    await archive().put('gone/b', Buffer.from('b'));
    await archive().put('gone/c', Buffer.from('c'));
    await archive().remove(['gone/a', 'gone/missing']);
    expect(await all(archive().list('gone'))).toEqual(['gone/b', 'gone/c']);
    await archive().removeAll('gone');
    await archive().removeAll('gone');
    expect(await all(archive().list('gone'))).toEqual([]);
  });

  it('rejects names that lead elsewhere', async () => {
    await expect(archive().get('../secret')).rejects.toThrow('not the name of an object');
    await expect(archive().put('one//a', Buffer.alloc(0))).rejects.toThrow('not the name of an object');
  });
}

async function all(batches: AsyncGenerator<readonly string[]>): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of batches) names.push(...batch);
  return names;
}
