import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { startConsole, type ConsoleUnderTest } from './support/console-under-test.ts';

let consoleUnderTest: ConsoleUnderTest;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  receiver.answer = (response, { path }) => response.writeHead(path === '/gone' ? 410 : 200).end();
  consoleUnderTest = await startConsole({
    receivers: {
      receivers: [
        { name: 'slack:web', kind: 'slack', namespaces: ['web'], url: `${receiver.url}/T0KEN` },
        { name: 'teams:ops', kind: 'teams', namespaces: ['*'], url: `${receiver.url}/gone` },
      ],
      defaults: [],
      commitStatus: [],
    },
  });
});
afterAll(async () => {
  await consoleUnderTest.stop();
  await receiver.stop();
});

it('the system page shows receivers without their addresses, and tests each', async () => {
  const { page, troubles, close } = await consoleUnderTest.open('/ui/system');
  const row = (name: string) => page.getByRole('row', { name });
  await row('slack:web').getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('slack:web took the test message').waitFor();
  await row('teams:ops').getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('teams:ops did not take the test message').waitFor();
  await page.getByText('The receiver answered 410').waitFor();
  expect(receiver.received).toHaveLength(2);
  expect(await page.content()).not.toContain('T0KEN');
  expect(troubles).toEqual([]);
  await close();
});

it('a narrow screen shows failures below the names of receivers', async () => {
  const { page, close } = await consoleUnderTest.open('/ui', { width: 390, isPhone: true });
  const lastFailure = { at: new Date().toISOString(), reason: 'The receiver answered 410' };
  await page.route(
    (url) => url.pathname === '/system',
    async (route) => {
      const response = await route.fetch();
      const { receivers, ...rest } = await response.json();
      const [first, ...others] = receivers;
      await route.fulfill({
        response,
        json: { ...rest, receivers: [{ ...first, failed: 2, lastFailure }, ...others] },
      });
    },
  );
  await page.goto(`${consoleUnderTest.url}/ui/system`);
  await page.getByText('Given up: 2').waitFor();
  expect(await page.getByText('Last failure: The receiver answered 410').isVisible()).toBe(true);
  await close();
});
