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
  const failures = row('teams:ops').getByText('Last failure: The receiver answered 410');
  expect(await failures.isVisible()).toBe(false);
  await page.setViewportSize({ width: 390, height: 900 });
  await failures.waitFor();
  expect(await page.content()).not.toContain('T0KEN');
  expect(troubles).toEqual([]);
  await close();
});
