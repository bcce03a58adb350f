import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flowText } from '../support/gateway.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
const web = {
  repository: 'web',
  commit: '3f2a1cdd4e5f60718293a4b5c6d7e8f901234567',
  url: 'https://git.example/acme/web',
};
const commitUrl = `${web.url}/commit/${web.commit}`;
const asAda = (method: 'put' | 'delete', path: string) => {
  const agent = request(consoleUnderTest.gateway.app);
  return agent[method](path).set({ 'x-oidc-sub': 'ada', 'Flowgate-Owner': `web@${web.commit}` });
};
const text = `${flowText()}triggers: [{id: nightly, type: schedule, cron: "0 2 * * *"}]\n`;

beforeAll(async () => {
  consoleUnderTest = await startConsole();
  await consoleUnderTest.store(flowText());
  await asAda('put', '/namespaces/examples/owner')
    .send({ ...web, commitUrl })
    .expect(200);
  await asAda('put', '/flows/examples/hello').type('text/yaml').send(text).expect(200);
});
afterAll(() => consoleUnderTest.stop());

const path = '/ui/flows/examples/hello';

it('a flow that a repository owns can be run and read here, and changed there', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open(path);
  const notice = page.getByText('Owned by repository web at 3f2a1cdd4e5f; change it there.');
  await notice.waitFor();
  expect(await page.getByRole('link', { name: 'change it there' }).getAttribute('href')).toBe(web.url);
  expect(await page.getByRole('link', { name: '3f2a1cdd4e5f' }).getAttribute('href')).toBe(commitUrl);
  expect(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Duplicate' }).waitFor();
  for (const name of ['Delete…', 'Disable']) expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.goto(`${consoleUnderTest.url}${path}?tab=source`);
  await notice.waitFor();
  await page.getByText('You can read this flow but not change it.').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await accessibilityProblems()).toEqual([]);
  await page.goto(`${consoleUnderTest.url}${path}?tab=triggers`);
  await page.getByRole('button', { name: 'Run now: nightly' }).waitFor();
  expect(await page.getByRole('button', { name: 'Disable nightly' }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});

it('its revisions link to their commits, and cannot be restored', async () => {
  const { page, troubles, close } = await consoleUnderTest.open(`${path}?tab=revisions`);
  const row = page.getByRole('row', { name: /ada/ }).first();
  expect(await row.getByRole('link', { name: '3f2a1cdd4e5f' }).getAttribute('href')).toBe(commitUrl);
  expect(await page.getByRole('button', { name: /Restore/ }).count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});

it('after its deletion it is restored there alone, and after a release here', async () => {
  await asAda('delete', '/flows/examples/hello').expect(204);
  const { page, close } = await consoleUnderTest.open(path);
  await page.getByText('This flow was deleted').waitFor();
  await page.getByText('Owned by repository web').waitFor();
  expect(await page.getByRole('button', { name: /Restore|Remove/ }).count()).toBe(0);
  await asAda('delete', '/namespaces/examples/owner').expect(204);
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  await close();
});
