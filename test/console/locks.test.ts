import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
const ids: string[] = [];

beforeAll(async () => {
  consoleUnderTest = await startConsole({
    locks: { locks: [{ name: 'db', permits: 1, namespaces: ['*'] }], running: [] },
  });
  await consoleUnderTest.store(`id: migrate
namespace: examples
description: Holds a lock.
locks: [db]
tasks:
  - {id: wait, type: dev.vendor.plugin.core.shell.Shell, script: sleep 600}
`);
  for (let count = 0; count < 2; count++) {
    const { body } = await request(consoleUnderTest.gateway.app)
      .post('/flows/examples/migrate/executions')
      .set('x-oidc-sub', 'ada')
      .send({})
      .expect(202);
    ids.push(body.id);
  }
});
afterAll(() => consoleUnderTest.stop());

it('an execution that waits names the holder of its lock, and the page of locks shows both', async () => {
  const { store } = consoleUnderTest.gateway.ports;
  expect(await Promise.all(ids.map(async (id) => (await store.read(id))?.waiting))).toEqual([false, true]);
  const opened = await consoleUnderTest.open(`/ui/executions/${ids[1]}`);
  const { page } = opened;
  await page.getByText('Waiting for another execution to finish').waitFor();
  await page.getByText(/Waiting for the lock db, held by the execution/).waitFor();
  await page.getByRole('link', { name: 'See all locks' }).click();
  await page.getByRole('heading', { name: 'Locks' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'db' });
  await row.getByText('1 of 1').waitFor();
  await row.getByRole('link', { name: 'examples/migrate #1' }).waitFor();
  await row.getByRole('link', { name: 'examples/migrate #2' }).waitFor();
  expect(opened.troubles).toEqual([]);
  await opened.close();
});
