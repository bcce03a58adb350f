import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { defaultFlowLimits } from '../../src/language/document/flow-limits.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { unlimitedTime } from '../../src/language/safe-patterns/time-budget.ts';
import { loadTaskRegistry } from '../../src/language/task-loader/load-task-registry.ts';
import { ownTaskFolder } from '../../src/language/task-loader/task-folder.ts';
import type { AgreementCase } from './outcome.ts';

/** A flow of another suite. */
interface KnownText {
  readonly name: string;
  readonly text: string;
  readonly vendor: 'vendor' | 'acme';
}

const surroundings = mkdtempSync(join(tmpdir(), 'flowgate-agreement-'));
const recordings = join(surroundings, 'recordings');
const tools = join(surroundings, 'tools');

/** Lets the programs that a suite starts from now on find the recordings and tools that the flows use. */
export function useSurroundings(): void {
  for (const id of ['drive-0001', 'drive-0002']) {
    mkdirSync(join(recordings, id), { recursive: true });
    writeFileSync(join(recordings, id, 'a.bag'), `recorded by ${id}`);
  }
  // Nothing is cloned, no container runs and no time passes, but both engines must ask for the same.
  mkdirSync(tools);
  for (const tool of ['docker', 'git', 'date'])
    writeFileSync(join(tools, tool), `#!/bin/sh\nprintf '${tool}'; printf ' %s' "$@"; echo\n`, { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${tools}${delimiter}${PATH}`;
  afterAll(() => {
    process.env.PATH = PATH;
    rmSync(surroundings, { recursive: true, force: true });
  });
}

const registries = {
  vendor: await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' }),
  acme: await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'acme' }),
};
const prefixes = { vendor: 'VENDOR', acme: 'AC' };
const taskSettings = { FLOWGATE_ROSBAG_URL: pathToFileURL(recordings).href };

const tests = join(import.meta.dirname, '..');
const yamlIn = (folder: string): readonly string[] =>
  readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => join(folder, file));
const flows: readonly KnownText[] = [
  ...[...yamlIn('fixtures/flows'), ...yamlIn('golden/flows'), ...yamlIn('spec/dialect')].map((file) => ({
    name: file,
    text: readFileSync(join(tests, file), 'utf8'),
    vendor: file.startsWith('spec/dialect') ? ('acme' as const) : ('vendor' as const),
  })),
  ...registries.vendor.types.flatMap(({ documentation: { type, examples } }) =>
    examples.map(({ title, yaml }) => ({
      name: `${type}: ${title}`,
      text: exampleText(yaml),
      vendor: 'vendor' as const,
    })),
  ),
];

/** An example is a whole flow, or the items of its task list. */
function exampleText(yaml: string): string {
  if (yaml.trimStart().startsWith('id:')) return yaml;
  return `id: example\nnamespace: examples\ndescription: An example.\ntasks:\n${yaml.replace(/^(?=.)/gm, '  ')}`;
}

/** Values for required inputs, by their ids. */
const values: JsonObject = {
  user_name: 'Ada',
  name: 'Ada',
  service: 'shop',
  version: 'v1.2.3',
  'deploy-token': 'correct-horse-battery',
  rosbag_id: 'drive-0001',
  'rosbag-id': 'drive-0001',
  repo_url: 'https://git.example/shop.git',
  'api-token': 'correct-horse-battery',
  sha: '3f2a1c9',
  site: 'hq',
};

/** Why a flow cannot run here. */
export function obstacle({ flow, text }: (typeof knownFlows)[number]): string | undefined {
  if (/https?:\/\/(?!127\.0\.0\.1)/.test(text.replaceAll(/\$schema: \S+/g, ''))) return 'needs the network';
  if (flow.tasks.some(({ wait }) => wait !== undefined)) return 'waits itself';
  if (text.includes('separate: true')) return 'starts other executions';
  if (/dependencies:/.test(text)) return 'installs packages from the network';
  if (/fail_fast: true[^]*\.\/|fail_fast: true[^]*make/.test(text)) return 'depends on which branch fails first';
  return undefined;
}

const checked = flows.map((known) => {
  const { flow, problems } = checkFlow(
    { text: known.text, format: 'yaml' },
    {
      taskTypes: registries[known.vendor],
      vendor: known.vendor,
      prefix: prefixes[known.vendor],
      taskSettings,
      limits: defaultFlowLimits,
      makeBudget: unlimitedTime,
    },
  );
  return { known, flow, isWrong: problems.some(({ severity }) => severity === 'error') };
});
/** Every flow of the other suites that runs. */
export const knownFlows = checked.flatMap(({ known, flow, isWrong }, index) => {
  const isRepeated = flows.findIndex(({ text }) => text === known.text) < index;
  return flow === undefined || isWrong || isRepeated ? [] : [{ ...known, flow }];
});
const others = knownFlows.filter(({ name }) => name.startsWith('fixtures/')).map(({ flow }) => flow);

/** An execution with values for all required inputs. */
export function caseOf({ flow, vendor }: (typeof knownFlows)[number]): AgreementCase {
  return {
    flow,
    others,
    inputs: Object.fromEntries(flow.inputs.flatMap(({ id }) => (id in values ? [[id, values[id]!]] : []))),
    taskTypes: registries[vendor],
    settings: { vendor, prefix: prefixes[vendor], taskSettings },
  };
}
