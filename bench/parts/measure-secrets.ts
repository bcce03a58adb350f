import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecretSettings } from '../../src/base/config/load-configuration.ts';
import { secretReference } from '../../src/language/input-types/secret-reference.ts';
import { RedisAuditTrail } from '../../src/store/audit/redis-audit-trail.ts';
import { openProviders } from '../../src/store/secret-providers/open-providers.ts';
import { SecretReader } from '../../src/store/secret-providers/secret-reader.ts';
import { listen, urlOf } from '../../test/support/listening-server.ts';
import { withRedis } from '../rig/measured-redis.ts';
import { bold, type Part } from '../rig/part.ts';
import { alternate, median, quantile, ratioOf } from '../rig/statistics.ts';

const rounds = 500;
const maxMilliseconds = 5;

export const secrets: Part = {
  name: 'secrets',
  title: 'Secret references',
  description: `What a reference adds to the start of an execution, with its entry in the audit trail on Redis, if the provider answers
at once, and the floor: reading the same file, or the same request, without Flowgate. ${rounds} rounds, in milliseconds.`,
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'flowgate-bench-'));
    const file = join(folder, 'token');
    writeFileSync(file, 'correct-horse-battery');
    const vault = await listen((_request, response) => {
      response.end('{"data":{"data":{"token":"correct-horse-battery"}}}');
    });
    const url = urlOf(vault);
    const settings = loadSecretSettings({ FLOWGATE_SECRETS_DIR: folder, VAULT_ADDR: url, VAULT_TOKEN: 's.x' });
    try {
      await withRedis(async ({ connection }) => {
        const reader = new SecretReader({
          providers: openProviders(settings),
          prefixes: [],
          audit: new RedisAuditTrail(connection, 0),
          now: () => new Date(),
        });
        const read = (text: string) => (round: number) =>
          timeOf(async () => {
            const reference = secretReference(text);
            if (reference === undefined) throw new Error(`${text} is no reference`);
            const id = `${text} ${round} ${performance.now()}`;
            await reader.read({ id, flow: { namespace: 'bench', id: 'flow' }, actor: 'bench' }, reference);
          });
        const times = await alternate(
          {
            file: read('file:token'),
            plainFile: () => timeOf(() => readFile(file)),
            vault: read('vault:web/deploy#token'),
            plainRequest: () => timeOf(async () => (await fetch(`${url}/v1/secret/data/web/deploy`)).json()),
          },
          { rounds, warmUp: 50 },
        );
        const row = (name: string, own: readonly number[], floor: readonly number[]) => [
          name,
          bold(median(own), 2),
          quantile(own, 0.99).toFixed(2),
          median(floor).toFixed(2),
          ratioOf(own, floor).toFixed(1),
          maxMilliseconds,
        ];
        report.table('provider | median | 99% | floor | ratio | goal', [
          row('file', times.file, times.plainFile),
          row('vault', times.vault, times.plainRequest),
        ]);
      });
    } finally {
      vault.closeAllConnections();
      vault.close();
      rmSync(folder, { recursive: true });
    }
  },
};

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
