import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = `
import { openLog } from './src/composition/open-log.ts';
await openLog({ FLOWGATE_KEY: 'hunter22' });
console.error('from %s', 'a library', { key: 'hunter22' });
console.log('plain');
process.emitWarning('old', 'DeprecationWarning', 'DEP0999');
process.emitWarning('of a bundled package', 'DeprecationWarning', 'DEP0169');
process.emitWarning('odd');
`;

it('redirects output of Node.js and libraries to the log', () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: join(import.meta.dirname, '..', '..'), encoding: 'utf8' },
  );
  const records = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(stdout).toBe('');
  expect(records).toMatchObject([
    { level: 50, msg: "from a library { key: '****' }" },
    { level: 30, msg: 'plain' },
    { level: 40, msg: 'old', err: { type: 'DeprecationWarning', code: 'DEP0999' } },
    { level: 40, msg: 'odd', err: { type: 'Warning' } },
  ]);
});

const lasting = `
import { openLog } from './src/composition/open-log.ts';
const logger = await openLog({});
process.stdout.write('Flowgate is listening');
for (let line = 0; line < 1000; line++) logger.info('a line of the log');
setTimeout(() => process.exit(3), 50);
`;

it.runIf(existsSync('/dev/full'))('lets the process go on when its output cannot be written', () => {
  const full = openSync('/dev/full', 'w');
  const { status, signal } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', lasting],
    { cwd: join(import.meta.dirname, '..', '..'), stdio: ['ignore', full, full] },
  );
  closeSync(full);
  expect({ status, signal }).toEqual({ status: 3, signal: null });
});
