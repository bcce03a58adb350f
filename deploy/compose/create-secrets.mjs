// Generates the secrets of an installation in the volumes of its services. Existing secrets are kept.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? '/secrets';

kept('flowgate/key', () => randomBytes(32).toString('base64'));
const redisPassword = kept('redis/password', hex);
kept('flowgate/redis-url', () => `redis://:${redisPassword}@redis:6379`);
kept('redis/redis.conf', () =>
  // Every change is on disk before Flowgate responds, and no key is ever evicted.
  [
    `requirepass ${redisPassword}`,
    'appendonly yes',
    'appendfsync always',
    'maxmemory-policy noeviction',
    'dir /data',
    '',
  ].join('\n'),
);
// Jenkins accepts a fixed API token of 11, its version, and 32 hexadecimal digits.
const jenkinsToken = kept('jenkins/flowgate-token', () => `11${hex()}`);
kept('flowgate/jenkins-token', () => jenkinsToken);
kept('jenkins/flowgate-password', hex);
kept('jenkins/admin-password', hex);
console.log('The secrets of this installation are there.');

function hex() {
  return randomBytes(16).toString('hex');
}

/** The content of the file, which is created if it does not exist. */
function kept(name, create) {
  const path = join(root, name);
  // Each volume is mounted by only one service, and each service has a different user.
  if (!existsSync(path)) writeFileSync(path, create(), { mode: 0o444 });
  return readFileSync(path, 'utf8');
}
