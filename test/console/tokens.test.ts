import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
beforeAll(async () => {
  consoleUnderTest = await startConsole();
});
afterAll(() => consoleUnderTest.stop());

it('a token is created with the keyboard, shown once, listed and revoked', async () => {
  const { page, troubles, accessibilityProblems, close } = await consoleUnderTest.open('/ui/tokens');
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
  await page.getByRole('button', { name: 'Create a token' }).press('Enter');
  await page.getByRole('dialog', { name: 'Create an API token' }).waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  // Nothing is sent before it is complete.
  await page.keyboard.press('Enter');
  await page.getByText('Enter at least one namespace.').waitFor();
  await page.getByText('Choose at least one right.').waitFor();
  await page.keyboard.type('ci');
  await page.keyboard.press('Tab');
  await page.keyboard.type('robotics robotics.*');
  await page.getByRole('checkbox', { name: /^read/ }).press('Space');
  await page.getByRole('checkbox', { name: /^execute/ }).press('Space');
  await page.getByLabel('Namespaces').press('Enter');

  const made = page.getByRole('dialog', { name: 'Token ci' });
  await made.getByText('it is shown only once').waitFor();
  expect(await accessibilityProblems()).toEqual([]);
  const text = (await made.getByRole('region', { name: 'token' }).textContent()) ?? '';
  expect(text).toMatch(/^fgt_/);
  await page.keyboard.press('Escape');
  expect(await made.isVisible()).toBe(true);
  const ask = () => request(consoleUnderTest.gateway.app).get('/whoami').set('Authorization', `Bearer ${text}`);
  expect((await ask()).body).toMatchObject({
    subject: 'token:ci',
    rights: [{ namespaces: ['robotics', 'robotics.*'], rights: ['read', 'execute'] }],
  });
  await made.getByRole('button', { name: 'I have copied it' }).press('Enter');
  await made.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(text);

  await page.reload();
  const row = page.getByRole('row', { name: /^ci / });
  await row.waitFor();
  expect(await row.textContent()).toContain('programsread, executerobotics, robotics.*');
  await page.getByRole('button', { name: 'ci', exact: true }).press('Enter');
  const details = page.getByRole('dialog');
  await details.getByRole('button', { name: 'Revoke', exact: true }).press('Enter');
  await page.getByRole('dialog', { name: 'Revoke token ci?' }).waitFor();
  expect((await ask()).body.subject).toBe('token:ci');
  await details.getByRole('button', { name: 'Revoke token' }).press('Enter');
  await page.getByText('Revoked token ci').waitFor();
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
  expect((await ask()).body.subject).toBeUndefined();
  expect(troubles).toEqual([]);
  await close();
});

it('a name that is taken is said in the dialog', async () => {
  const { page, close } = await consoleUnderTest.open('/ui/tokens', { name: 'grace' });
  const body = { name: 'taken', namespaces: ['robotics'], rights: ['read'] };
  await request(consoleUnderTest.gateway.app).post('/tokens').set('x-oidc-sub', 'ada').send(body).expect(201);
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('taken');
  await page.getByLabel('Namespaces').fill('robotics');
  await page.getByRole('checkbox', { name: /^read/ }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const problem = await page.getByRole('alert').textContent();
  expect(problem).toContain('A token "taken" already exists.');
  await close();
});

it('a token for an agent is of no use for the API', async () => {
  const { page, close } = await consoleUnderTest.open('/ui/tokens', { name: 'grace' });
  await page.getByRole('button', { name: 'Create a token' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('agent');
  await page.getByLabel('Namespaces').fill('robotics');
  await page.getByRole('checkbox', { name: /^read/ }).check();
  await page.getByRole('button', { name: /Used by/ }).click();
  await page.getByRole('option', { name: /^agents/ }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const made = page.getByRole('dialog', { name: 'Token agent' });
  const text = (await made.getByRole('region', { name: 'token' }).textContent()) ?? '';
  const { body } = await request(consoleUnderTest.gateway.app).get('/whoami').set('Authorization', `Bearer ${text}`);
  expect(body).toMatchObject({ rights: [], reason: expect.stringContaining('lacks the surface http') });
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'agent', exact: true }).click();
  await page.getByRole('dialog').getByText('agents', { exact: true }).waitFor();
  await close();
});

it('somebody unknown is told what to do', async () => {
  const { page, close } = await consoleUnderTest.open('/ui/tokens', { name: undefined, headers: { via: 'a proxy' } });
  await page.getByRole('heading', { name: 'API tokens are available only to identified users' }).waitFor();
  expect(await page.getByRole('button', { name: 'Create a token' }).count()).toBe(0);
  await close();
});
