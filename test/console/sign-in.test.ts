import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AccessPolicy } from '../../src/access/access-policy.ts';
import { sampleOf } from '../support/nightly.ts';
import { untilQuiet } from './support/console-page.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';
import { startIssuer, type IssuerUnderTest } from './support/issuer-under-test.ts';

const flow = `id: greet
namespace: examples
inputs:
  - {id: user_name, type: STRING, defaults: World}
tasks:
  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: ['echo "Hello {{ inputs.user_name }}"']}
`;
const formPath = '/ui/flows/examples/greet?tab=run&inputs.user_name=Ada';

const policy = new AccessPolicy([
  { subjects: ['ada', 'grace'], groups: [], namespaces: ['*'], rights: ['read', 'write', 'execute'] },
  { subjects: ['reader'], groups: [], namespaces: ['*'], rights: ['read'] },
]);

let issuer: IssuerUnderTest;
let consoleUnderTest: ConsoleUnderTest;
const clock = { aheadSeconds: 0 };

async function start(basePath = ''): Promise<void> {
  issuer = await startIssuer();
  consoleUnderTest = await startConsole({
    basePath,
    signIn: issuer.signIn,
    identity: { verifier: issuer.verifier(clock), forReading: true, policy },
  });
  issuer.register(consoleUnderTest.url);
  await fetch(`${consoleUnderTest.url}/flows`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await issuer.tokenFor('ada')}`, 'content-type': 'application/x-yaml' },
    body: flow,
  });
}

async function stop(): Promise<void> {
  await consoleUnderTest.stop();
  await issuer.goDown();
}

/** Opens a page in a browser that has never been here. */
const open = (path: string) => consoleUnderTest.open(path, { name: undefined });

/** Fills in the form of the provider. */
async function logIn(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('secret');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

const user = (page: Page, name: string) => page.getByRole('button', { name: `${name} Lovelace` });
const heading = (page: Page, text: string) => page.locator('h1', { hasText: text });

const run = (page: Page) =>
  page.getByRole('form', { name: 'Run the flow' }).getByRole('button', { name: 'Run', exact: true }).click();

/** Fills in the form, and sends it when the token is no longer valid. */
async function runAfterTheEnd(page: Page): Promise<void> {
  await page.locator('#input-user_name').waitFor();
  await untilQuiet(page);
  // Otherwise the check of what was typed, and not the run, would find out that the session has ended.
  const checked = page.waitForResponse(/validate-inputs/);
  await page.locator('#input-user_name').fill('Grace');
  await checked;
  clock.aheadSeconds = 7200;
  await run(page);
}

/** The window that opens when the user signs in again. */
async function windowOf(context: BrowserContext, openWindow: () => Promise<void>): Promise<Page> {
  const opened = context.waitForEvent('page');
  await openWindow();
  return opened;
}

describe('with tokens', () => {
  beforeAll(() => start());
  afterAll(stop);
  afterEach(() => {
    clock.aheadSeconds = 0;
    Object.assign(issuer.tokens, { audience: 'flowgate', lifetimeSeconds: 3600, canBeRefreshed: false });
    issuer.grants.length = 0;
  });

  it('leads from a deep link to the provider and back, to a run and its log', async () => {
    const { page, troubles, close } = await open(`${formPath}#input-user_name`);
    const urls: string[] = [];
    const bearers = new Set<string>();
    page.on('request', (request) => {
      urls.push(request.url());
      const bearer = /^Bearer (.*)/.exec(request.headers().authorization ?? '')?.[1];
      if (bearer !== undefined) bearers.add(bearer);
    });
    await logIn(page, 'ada');
    await user(page, 'ada').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}${formPath}#input-user_name`);
    await run(page);
    await page.getByText('Hello Ada', { exact: true }).waitFor();
    await page.locator('h1 [data-state=SUCCESS]').waitFor();

    expect(bearers.size).toBe(1);
    const [token = ''] = bearers;
    const stored = await page.evaluate(
      'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])',
    );
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('eyJ');
    expect(urls.filter((url) => url.includes('eyJ'))).toEqual([]);
    expect(issuer.referrers.filter((referrer) => !referrer.startsWith(issuer.url))).toEqual([]);
    expect(consoleUnderTest.gateway.log.join()).not.toContain('eyJ');
    expect(consoleUnderTest.gateway.log.join()).toMatch(/ui\/sign-in\?code=\*\*\*\*/);
    expect(troubles).toEqual([]);
    await close();
  });

  it('a reload returns to the same page without a question', async () => {
    const { page, close } = await open('/ui/executions?state=FAILED');
    await logIn(page, 'ada');
    await heading(page, 'Executions').waitFor();
    await page.reload();
    await heading(page, 'Executions').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/executions?state=FAILED`);
    expect(issuer.grants).toEqual(['authorization_code', 'authorization_code']);
    await close();
  });

  it('uses a refresh token before the token expires', async () => {
    Object.assign(issuer.tokens, { lifetimeSeconds: 20, canBeRefreshed: true });
    const { page, troubles, close } = await open('/ui/flows');
    await logIn(page, 'ada');
    await page.getByRole('link', { name: 'examples/greet' }).click();
    await heading(page, 'examples/greet').waitFor();
    expect(issuer.grants).toContain('refresh_token');
    expect(issuer.grants.filter((grant) => grant === 'authorization_code')).toHaveLength(1);
    expect(troubles).toEqual([]);
    await close();
  });

  it('keeps what is typed when the session ends, and goes on after signing in again', async () => {
    const { page, close } = await open(formPath);
    await logIn(page, 'ada');
    await runAfterTheEnd(page);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByText('it has expired').waitFor();
    clock.aheadSeconds = 0;
    const opened = await windowOf(page.context(), () => dialog.getByRole('button', { name: 'Sign in again' }).click());
    await page.getByText('Hello Grace', { exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
    if (!opened.isClosed()) await opened.waitForEvent('close');
    await close();
  });

  it('does not give the page of one user to another', async () => {
    const { page, close } = await open(formPath);
    await logIn(page, 'ada');
    await runAfterTheEnd(page);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    clock.aheadSeconds = 0;
    await page.context().clearCookies();
    const opened = await windowOf(page.context(), () => dialog.getByRole('button', { name: 'Sign in again' }).click());
    await logIn(opened, 'grace');
    await dialog.getByText('You have signed in as grace').waitFor();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('alert').filter({ hasText: 'it has expired' }).first().waitFor();
    expect(await page.locator('#input-user_name').inputValue()).toBe('Grace');
    await page.getByRole('button', { name: 'Session ended' }).waitFor();
    await close();
  });

  it.each(sampleOf([true, false], 1))('signs out everywhere, with a refresh token: %j', async (canBeRefreshed) => {
    Object.assign(issuer.tokens, { canBeRefreshed });
    const { page, troubles, accessibilityProblems, close } = await open('/ui/flows');
    await logIn(page, 'ada');
    await user(page, 'ada').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${consoleUnderTest.url}/ui/audit`);
    await user(other, 'ada').waitFor();

    const keys = "Object.keys(localStorage).filter((key) => key.startsWith('flowgate.draft'))";
    const drafts = () => page.evaluate<readonly string[]>(keys);
    await page.goto(`${consoleUnderTest.url}/ui/flows/examples/greet?tab=source`);
    await page.locator('.cm-content').click();
    await page.keyboard.type('# unsaved');
    await expect.poll(drafts).toEqual(['flowgate.draft ada examples/greet']);
    page.on('dialog', (dialog) => void dialog.accept());

    await user(page, 'ada').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await heading(page, 'You are signed out').waitFor();
    expect(await drafts()).toEqual([]);
    await heading(other, 'You are signed out').waitFor();
    await page.reload();
    await heading(page, 'You are signed out').waitFor();
    await page.goBack().catch(() => undefined);
    expect(await page.getByText('Lovelace').count()).toBe(0);
    await page.goto(`${consoleUnderTest.url}/ui/audit?actor=ada`);
    await heading(page, 'You are signed out').waitFor();
    expect(await accessibilityProblems()).toEqual([]);

    await page.getByRole('button', { name: 'Sign in' }).click();
    await logIn(page, 'grace');
    await user(page, 'grace').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/audit?actor=ada`);
    expect(troubles).toEqual([]);
    await close();
  });

  it('says why Flowgate does not accept a token', async () => {
    Object.assign(issuer.tokens, { audience: 'other' });
    const { page, troubles, accessibilityProblems, close } = await open('/ui/audit');
    await logIn(page, 'ada');
    await heading(page, 'Flowgate rejected your sign-in').waitFor();
    await page.getByText('its aud must include flowgate').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/sign-in`);
    expect(await accessibilityProblems()).toEqual([]);

    Object.assign(issuer.tokens, { audience: 'flowgate' });
    await page.getByRole('button', { name: 'Use another account' }).click();
    await logIn(page, 'grace');
    await user(page, 'grace').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/audit`);
    expect(troubles).toEqual([]);
    await close();
  });

  it('says that the provider cannot be reached, and tries again', async () => {
    await issuer.goDown();
    const { page, accessibilityProblems, close } = await open('/ui/audit?actor=ada');
    await heading(page, `${new URL(issuer.url).host} cannot be reached`).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await issuer.comeBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await logIn(page, 'ada');
    await user(page, 'ada').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/audit?actor=ada`);
    await close();
  });

  it.each([
    '?code=of-an-attacker&state=of-an-attacker',
    '?error=access_denied&error_description=Call+this+number&state=x',
  ])('rejects a response that this tab did not ask for: %s', async (response) => {
    const { page, troubles, close } = await open(`/ui/sign-in${response}`);
    await heading(page, 'This sign-in is no longer valid').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/sign-in`);
    expect(await page.getByText('Call this number').count()).toBe(0);
    expect(issuer.grants).toEqual([]);
    expect(troubles).toEqual([]);
    await close();
  });

  it('shows what the provider says when the user gives up there', async () => {
    const { page, close } = await open('/ui/flows');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('(access_denied)').waitFor();
    expect(await page.locator('h1').textContent()).toContain('did not sign you in');
    await close();
  });

  it('offers only what the user may do', async () => {
    const { page, troubles, close } = await open('/ui/flows');
    await logIn(page, 'reader');
    await page.getByRole('link', { name: 'examples/greet' }).click();
    await heading(page, 'examples/greet').waitFor();
    await untilQuiet(page);
    expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(0);
    expect(troubles).toEqual([]);
    await close();
  });

  it('tells a user without rights whom to ask', async () => {
    const { page, close } = await open('/ui/flows');
    await logIn(page, 'stranger');
    await page.getByText('You have no rights yet').waitFor();
    expect(await page.getByText('No grant in the policy matches stranger').count()).toBe(1);
    await close();
  });
});

describe('below a base path', () => {
  beforeAll(() => start('/tools/flowgate'));
  afterAll(stop);

  it('comes back from the provider to the same page', async () => {
    const { page, troubles, close } = await open('/ui/audit?actor=ada');
    await logIn(page, 'ada');
    await user(page, 'ada').waitFor();
    expect(page.url()).toBe(`${consoleUnderTest.url}/ui/audit?actor=ada`);
    expect(troubles).toEqual([]);
    await close();
  });
});

it('without a client id, the page says that nobody can sign in', async () => {
  issuer = await startIssuer();
  consoleUnderTest = await startConsole({ identity: { verifier: issuer.verifier(clock), forReading: true } });
  const { page, close } = await open('/ui/system');
  await page.getByText('FLOWGATE_CONSOLE_OIDC_CLIENT_ID').waitFor();
  expect(await page.getByRole('button', { name: 'Not signed in' }).textContent()).toBe('Not signed in');
  await close();
  await stop();
});
