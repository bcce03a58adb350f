import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
const ids: string[] = [];

beforeAll(async () => {
  consoleUnderTest = await startConsole({
    locks: { locks: [{ name: 'db', permits: 1, namespaces: ['*'] }], running: [] },
  });
  await consoleUnderTest.store(`id: migrate-the-database-of-a-site
namespace: examples.of-long-names
description: Holds a lock.
locks: [db]
tasks:
  - {id: wait, type: dev.vendor.plugin.core.shell.Shell, script: sleep 600}
`);
  for (let count = 0; count < 2; count++) {
    const { body } = await request(consoleUnderTest.gateway.app)
      .post('/flows/examples.of-long-names/migrate-the-database-of-a-site/executions')
      .set('x-oidc-sub', 'ada')
      .send({})
      .expect(202);
    ids.push(body.id);
  }
});
afterAll(() => consoleUnderTest.stop());

it('a held execution names the holder of its lock, and the page of locks shows both', async () => {
  const { store } = consoleUnderTest.gateway.ports;
  expect(await Promise.all(ids.map(async (id) => (await store.read(id))?.phase === 'held'))).toEqual([false, true]);
  const opened = await consoleUnderTest.open(`/ui/executions/${ids[1]}`);
  const { page } = opened;
  await page.getByText('Held until another execution ends').waitFor();
  await page.getByText(/Held up by the lock db, in use by the execution/).waitFor();
  await page.getByText(/, RUNNING for \d+s/).waitFor();
  expect(await opened.accessibilityProblems()).toEqual([]);
  await page.getByRole('link', { name: 'See all locks' }).click();
  await page.getByRole('heading', { name: 'Locks' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'db' });
  await row.getByText('1 of 1').waitFor();
  for (const width of [1440, 700, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const number of [1, 2])
      await row.getByRole('link', { name: `/migrate-the-database-of-a-site #${number}` }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  expect(opened.troubles).toEqual([]);
  await opened.close();
});

it('lists of executions show which ones are held, and by what', async () => {
  const { page, troubles, close } = await consoleUnderTest.open('/ui/executions');
  const row = page.getByRole('row').filter({ hasText: '#2' });
  await row.getByText('Created, held').waitFor();
  await row.getByText(/^Held up by the lock db, in use by/).waitFor();
  await page.getByRole('row').filter({ hasText: '#1' }).getByText('Running', { exact: true }).waitFor();
  expect(troubles).toEqual([]);
  await close();
});
