/*
 * A program with an execution that a test ends by KILL. Arguments: a folder, a flow in YAML, and `no-cgroup` to run
 * without one. Prints what the flow logs.
 */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LocalExecution } from '../../src/engines/local/shell/local-execution.ts';
import { searchesAtOnce } from '../../src/language/expressions/search-at-once.ts';
import { planOf } from './local-run.ts';

const [folder = '', text = '', cgroup] = process.argv.slice(2);
await new LocalExecution({
  plan: planOf(text),
  passed: new Map(),
  secrets: [],
  folder: join(folder, 'execution'),
  artifacts: { folder: join(folder, 'artifacts') },
  openFile: async () => Readable.from([]),
  report: { task: () => undefined, log: (line) => void process.stdout.write(line) },
  searches: searchesAtOnce,
  usesCgroup: cgroup !== 'no-cgroup',
}).run();
