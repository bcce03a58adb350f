import { spawnSync } from 'node:child_process';
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
