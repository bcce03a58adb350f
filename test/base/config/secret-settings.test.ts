import { expect, it } from 'vitest';
import { secretsIn } from '../../../src/base/config/secret-settings.ts';

it('finds keys, tokens and passwords in URLs, even in invalid URLs', () => {
  expect(
    secretsIn({
      FLOWGATE_KEY: ' the key ',
      JENKINS_TOKEN: 'the token',
      JENKINS_USER: 'ada',
      FLOWGATE_VENDOR: 'acme',
      PORT: '',
    }),
  ).toEqual(['the key', 'the token']);
  expect(
    secretsIn({
      REDIS_URL: 'redis://default:p%40ss@redis:6379/0',
      JENKINS_URL: 'https://user:p@ss@jenkins/',
      FLOWGATE_ROSBAG_URL: 'http://bags:80/',
    }),
  ).toEqual(['p%40ss', 'p@ss']);
  expect(
    secretsIn({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:word@collector',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=one',
    }),
  ).toEqual(['word', 'Bearer abc', 'abc', 'one']);
  expect(secretsIn({ REDIS_URL: '//:50%@redis', JENKINS_URL: 'https://jenkins' })).toEqual(['50%']);
});
