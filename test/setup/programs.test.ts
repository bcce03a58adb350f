import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

// As root, on a machine whose apt-get notes its call and installs what it is asked for.
const ensureRedis = `
process.getuid = () => 0;
const { ensurePrograms } = await import('./scripts/setup/programs.mjs');
const { exitWithError } = await import('./scripts/setup/project.mjs');
try {
  ensurePrograms(['redis-server'], { instead: ', or set REDIS_URL to a running Redis' });
} catch (error) {
  exitWithError(error);
}`;
const aptGet = `#!/bin/sh
folder=\${0%/*}
echo "$@" >> "$folder/calls"
printf '#!/bin/sh\\n' > "$folder/redis-server"
/bin/chmod +x "$folder/redis-server"
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-programs-'));
  writeFileSync(join(folder, 'apt-get'), aptGet, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(environment: Readonly<Record<string, string>>): Promise<{ code: number; stderr: string }> {
  const options = { env: { PATH: folder, ...environment } };
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', ensureRedis], options).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => error,
  );
}

test('before apt-get runs as root, a line names the packages and the setting that prevents it', async () => {
  const { code, stderr } = await run({ FLOWGATE_INSTALL: ' ' });
  expect(code).toBe(0);
  expect(stderr).toBe('flowgate: installing redis-server with apt-get as root (FLOWGATE_INSTALL=off prevents it)\n');
  const calls = readFileSync(join(folder, 'calls'), 'utf8');
  expect(calls).toBe('-q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends redis-server\n');
});

test.each(['off', 'no'])('with FLOWGATE_INSTALL=%s, apt-get never runs', async (value) => {
  const { code, stderr } = await run({ FLOWGATE_INSTALL: value });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^flowgate: missing programs: redis-server\. On Debian and Ubuntu, run `sudo apt-get install redis-server`, or set REDIS_URL to a running Redis\. FLOWGATE_INSTALL turns off their installation\.\n$/,
  );
  expect(existsSync(join(folder, 'calls'))).toBe(false);
});
