import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveIn, archiverOf, signal } from '../abilities/keep/archive/archive-rig.ts';
import { endedRecord } from '../support/execution-record.ts';
import { temporaryFolder } from '../support/redis.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

const folder = temporaryFolder();
let consoleUnderTest: ConsoleUnderTest;
let id: string;

beforeAll(async () => {
  const archive = archiveIn(join(folder, 'archive'), { artifactBytes: 10 });
  mkdirSync(join(folder, 'archive'));
  consoleUnderTest = await startConsole({ archive });
  await consoleUnderTest.store(
    'id: hello\nnamespace: examples\ntasks:\n  - {id: work, type: dev.vendor.plugin.core.shell.Shell, commands: [echo hello there]}\n',
  );
  const { body } = await consoleUnderTest.run({}, { flow: 'hello' });
  id = body.id;
  await consoleUnderTest.until(id, ({ state }) => state === 'SUCCESS');
  const { ports } = consoleUnderTest.gateway;
  mkdirSync(ports.artifacts.path(id), { recursive: true });
  writeFileSync(join(ports.artifacts.path(id), 'large.txt'), 'larger than ten bytes');
  const record = endedRecord(await ports.stored.store.read(id));
  await archiverOf(consoleUnderTest.gateway, archive).archive([record], signal);
});
afterAll(async () => {
  await consoleUnderTest.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('an archived execution opens as all others, and says so', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(`/ui/executions/${id}`);
  await page.getByRole('heading').getByText('archived just now').waitFor();
  await page.getByText('hello there').first().waitFor();
  await page.getByRole('tab', { name: 'Artifacts' }).click();
  await page.getByText('large.txt: all artifacts together are larger than 10 bytes').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  expect(troubles).toEqual([]);
  await close();
});

it('the list has a switch for the archive, and says if it is away', async () => {
  const { page, close } = await consoleUnderTest.open('/ui/executions');
  await page.getByRole('checkbox', { name: 'Archived' }).check();
  await page.getByRole('row').filter({ hasText: 'examples/hello' }).waitFor();
  await page.getByRole('columnheader', { name: 'Archived' }).waitFor();
  expect(new URL(page.url()).search).toBe('?archived=true');
  renameSync(join(folder, 'archive'), join(folder, 'away'));
  await page.reload();
  await page.getByText('The archive of ended executions is not available: its folder is missing.').waitFor();
  await page.getByRole('checkbox', { name: 'Archived' }).uncheck();
  await page.getByRole('row').filter({ hasText: 'examples/hello' }).waitFor();
  await close();
});

it('the list says that the archive has lost executions', async () => {
  renameSync(join(folder, 'away'), join(folder, 'archive'));
  const index = join(folder, 'archive', 'index');
  const [first = ''] = readdirSync(index);
  const [start, end] = first.split('.');
  writeFileSync(join(index, `${start}.${end}.1.0badc0de.ndjson.gz`), 'damaged');
  const { page, accessibilityProblems, close } = await consoleUnderTest.open('/ui/executions?archived=true');
  await page.getByText('Some executions are missing').waitFor();
  await page.getByRole('row').filter({ hasText: 'examples/hello' }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  await close();
});
