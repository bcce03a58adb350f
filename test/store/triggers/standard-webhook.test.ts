import { expect, it } from 'vitest';
import { isSignedWith, signingSecret } from '../../../src/store/triggers/standard-webhook.ts';

it('accepts the test signature of the Standard Webhooks libraries', () => {
  const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const delivery = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const body = Buffer.from('{"test": 2432232314}');
  expect(isSignedWith(key, delivery, body, new Date(1_614_265_330_000))).toBe(true);
  expect(isSignedWith(key, delivery, Buffer.from('{"test": 2432232315}'), new Date(1_614_265_330_000))).toBe(false);
});

it('writes a key as a secret in base64', () => {
  expect(signingSecret('-_-_')).toBe('whsec_+/+/');
});
