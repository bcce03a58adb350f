import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway } from '../../support/gateway.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { useGatewayLine } from './gateway-line.ts';

let receiver: WebhookReceiver;
beforeAll(async () => void (receiver = await WebhookReceiver.start()));
afterAll(() => receiver.stop());

const used = useGatewayLine(() => {
  receiver.answer = (response, { path }) => response.writeHead(path === '/gone' ? 410 : 200).end();
  return startTestGateway({
    engineName: 'local',
    receivers: {
      receivers: [
        { name: 'slack:web', kind: 'slack', namespaces: ['web', 'web.*'], url: `${receiver.url}/T0KEN` },
        { name: 'teams:ops', kind: 'teams', namespaces: ['*'], url: `${receiver.url}/gone` },
      ],
      defaults: [],
      commitStatus: [],
    },
  });
});

test('lists receivers without their addresses', async () => {
  const { status, stdout } = await used.line.run(['notify', 'list']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^RECEIVER +NAMESPACES +SENT/);
  expect(stdout).toMatch(/slack:web +web,web\.\* +0/);
  expect(stdout).not.toContain('T0KEN');
});

test('sends a test message, and says whether it arrived', async () => {
  expect(await used.line.run(['notify', 'test', 'slack:web'])).toMatchObject({
    status: 0,
    stdout: 'slack:web took the test message\n',
  });
  expect(await used.line.run(['notify', 'test', 'teams:ops', '--namespace', 'data'])).toMatchObject({
    status: 1,
    stderr: 'teams:ops did not take the test message: The receiver answered 410\n',
  });
  expect(await used.line.run(['notify', 'test', 'teams:ops'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('retry in 10 seconds'),
  });
  expect(await used.line.run(['notify', 'test', 'slack:wbe'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('there is no receiver "slack:wbe"; you see slack:web, teams:ops'),
  });
});
