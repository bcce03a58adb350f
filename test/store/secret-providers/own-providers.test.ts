import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSecretSettings } from '../../../src/base/config/load-configuration.ts';
import { openProviders } from '../../../src/store/secret-providers/open-providers.ts';
import { describeProvider, reference } from './provider-contract.ts';
import { providerOf } from './provider-settings.ts';

describeProvider('a mounted folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-secrets-'));
  mkdirSync(join(folder, 'web'));
  // As Kubernetes mounts secrets.
  symlinkSync('..data/token', join(folder, 'web/mounted'));
  execFileSync('mkfifo', [join(folder, 'web/pipe')]);
  return {
    provider: providerOf('file', { FLOWGATE_SECRETS_DIR: folder }),
    put: (value) => {
      writeFileSync(join(folder, 'web/token'), `${value}\n`);
      return 'file:web/token';
    },
    missing: {
      'file:web/absent': 'no such file in FLOWGATE_SECRETS_DIR',
      'file:web/mounted': 'no such file',
      'file:web/token/deeper': 'no such file',
      'file:web': 'not a file',
      'file:web/pipe': 'not a file',
      [`file:web/${'a'.repeat(300)}`]: 'no file can have this name',
    },
    breakDown: async () => {
      rmSync(join(folder, 'web/token'));
      // A link to itself: the error is none of those that mean that there is no file.
      symlinkSync('token', join(folder, 'web/token'));
      return () => {
        rmSync(join(folder, 'web/token'));
        writeFileSync(join(folder, 'web/token'), 'correct "horse"\nbattery');
      };
    },
    stop: () => rmSync(folder, { recursive: true }),
  };
});

describeProvider('the environment', async () => {
  const environment: Record<string, string> = {
    FLOWGATE_KEY: 'horse',
    REDIS_URL_FILE: 'horse',
    VAULT_TOKEN: 'horse',
    EMPTY: '',
  };
  return {
    provider: providerOf('env', environment),
    put: (value) => {
      environment['WEB_TOKEN'] = value;
      return 'env:WEB_TOKEN';
    },
    missing: {
      'env:ABSENT': 'no such variable',
      'env:FLOWGATE_KEY': 'a setting',
      'env:REDIS_URL_FILE': 'a setting',
      'env:VAULT_TOKEN': 'a setting',
      'env:__proto__': 'no such variable',
    },
    stop: () => undefined,
  };
});

it('a file larger than any value is not read to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-secrets-'));
  writeFileSync(join(folder, 'large'), 'x'.repeat(1_000_000));
  const provider = providerOf('file', { FLOWGATE_SECRETS_DIR: folder });
  expect((await provider.read(reference('file:large'), AbortSignal.timeout(5_000))).length).toBeLessThan(100_000);
  rmSync(folder, { recursive: true });
});

it.skipIf(process.getuid?.() === 0)('a file that Flowgate may not read is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-secrets-'));
  writeFileSync(join(folder, 'closed'), 'x');
  chmodSync(join(folder, 'closed'), 0);
  const provider = providerOf('file', { FLOWGATE_SECRETS_DIR: folder });
  await expect(provider.read(reference('file:closed'), AbortSignal.timeout(5_000))).rejects.toThrow('may not read');
  rmSync(folder, { recursive: true });
});

it('only what is configured is there', () => {
  expect([...openProviders(loadSecretSettings({})).keys()]).toEqual(['env', 'aws', 'gcp']);
});
