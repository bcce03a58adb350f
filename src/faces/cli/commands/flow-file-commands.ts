import { randomInt } from 'node:crypto';
import { flowName } from '../../../language/flow/flow-key.ts';
import { defineCommand, type Commands } from '../declaration/command-declaration.ts';
import { convertedOutput, flowFiles } from '../declaration/common-words.ts';
import type { Conversion } from '../flows/convert-files.ts';
import { localGatewayOptions } from '../gateway/gateway-options.ts';
import { problemFormatNames, reportOptions, testFormatNames } from '../problems/report-formats.ts';
import { jsonText } from '../terminal-text.ts';
import { UsageError } from '../terminal.ts';

const invalid = 'a flow has errors, which are printed on standard error';
const maxSeed = 2 ** 31 - 1;

/** Check, convert and test flows in files. They need no server. */
export const flowFileCommands = {
  validate: defineCommand({
    summary: 'check flows and print their problems',
    description: `
Checks flows in YAML or JSON, and the calls between them. No server, Redis or Jenkins is needed. The text format shows the
affected lines on a terminal. Elsewhere, it is one line per problem: file:line:column severity code message.

With --server or --context, a running Flowgate checks the flows, with its own task types and the flows that it stores.
Without these options, no server is used, even if FLOWGATE_SERVER or a context is set.`,
    arguments: flowFiles,
    options: {
      ...reportOptions(problemFormatNames),
      strict: { summary: 'treat warnings as errors' },
      watch: { summary: 'check again when a file changes, until Ctrl-C' },
      ...localGatewayOptions,
    },
    exit: {
      0: 'no flow has errors; warnings count only with --strict',
      1: 'a flow has errors',
      2: 'a file cannot be read, or the server cannot be used',
      130: 'Ctrl-C, with --watch',
    },
    examples: {
      'flowgate validate hello.yaml': 'Check one flow',
      'flowgate validate --watch flows': 'Check a folder, and again whenever a file changes',
      "flowgate validate --format github 'flows/**/*.yaml'": 'Annotate a pull request on GitHub',
      'flowgate validate --report sarif=flows.sarif flows': 'Also write a report for code scanning',
      'flowgate validate --server https://flowgate.example.com hello.yaml': 'Check with the task types of a server',
    },
    run: async ({ args, options }, terminal) =>
      (await import('../flows/validate-files.ts')).validateFiles(args.FILE, options, terminal),
  }),

  schema: defineCommand({
    summary: "print the JSON Schema of a flow's inputs, of flows or of flow tests",
    description: `
Prints the JSON Schema (draft 2020-12) of the inputs of the flow in a file. For several flows, a folder or a pattern, writes
the schemas to a folder, as NAMESPACE/ID.schema.json.

With --of, prints the schema of all flows, or of all test files, for completion and checks in editors. No server is
needed.`,
    arguments: { FILE: { ...flowFiles.FILE, optional: true } },
    options: {
      ...convertedOutput,
      of: { value: 'KIND', summary: 'print the schema of all documents of this kind', allowed: ['flow', 'test'] },
    },
    exit: { 1: invalid, 2: 'the file cannot be read' },
    examples: {
      'flowgate schema hello.yaml': 'Print the schema of the inputs of a flow',
      'flowgate schema --of flow': 'Print the schema for an editor',
    },
    run: async ({ args, options: { of, output } }, terminal) => {
      if ((args.FILE.length === 0) === (of === undefined)) throw new UsageError('specify either a file or --of.');
      if (of === undefined) {
        const { convertFiles } = await import('../flows/convert-files.ts');
        const { inputSchema } = await import('../../../language/inputs/input-schema.ts');
        const convert: Conversion['convert'] = ({ inputs, ...flow }) => ({
          text: jsonText(inputSchema(inputs, flowName(flow))),
          problems: [],
        });
        return convertFiles(args.FILE, { output, suffix: '.schema.json', convert }, terminal);
      }
      const { testSchema } = await import('../../../language/test-files/test-schema.ts');
      const { flowSchema } = await import('../../../language/task-types/flow-schema.ts');
      const { loadLanguage } = await import('../flows/load-language.ts');
      const { taskTypes } = await loadLanguage(terminal.environment);
      terminal.stdout.write(jsonText(of === 'test' ? testSchema : flowSchema(taskTypes)));
    },
  }),

  transpile: defineCommand({
    summary: 'convert a flow to a Jenkinsfile',
    description: `
Prints the Jenkinsfile of the flow in a file. For several flows, a folder or a pattern, writes the Jenkinsfiles to a folder,
as NAMESPACE/ID.Jenkinsfile. No server or Jenkins is needed.`,
    arguments: flowFiles,
    options: convertedOutput,
    exit: { 1: invalid, 2: 'a file cannot be read or written' },
    examples: {
      'flowgate transpile hello.yaml': 'Print the Jenkinsfile',
      'flowgate transpile -o Jenkinsfile hello.yaml': 'Write it to a file',
      'flowgate transpile -o jenkinsfiles flows': 'Write the Jenkinsfiles of all flows in a folder',
    },
    run: async ({ args, options: { output } }, terminal) => {
      const { convertFiles } = await import('../flows/convert-files.ts');
      const convert: Conversion['convert'] = (flow, flowText, language) => {
        const { jenkinsfile: text, problems } = language.transpile(flow, flowText);
        return { text, problems };
      };
      return convertFiles(args.FILE, { output, suffix: '.Jenkinsfile', convert }, terminal);
    },
  }),

  test: defineCommand({
    summary: 'run tests of flows',
    description: `
Runs the cases of test files (*.test.yaml), by default of those in the working directory and its subfolders. A task runs only
if its mock contains "runs: true". No server, Redis or Jenkins is used.`,
    arguments: {
      FILE: {
        summary: "a file, a folder, or a pattern such as 'flows/**/*.test.yaml'",
        optional: true,
        repeated: true,
        completion: 'file',
      },
    },
    options: {
      name: { value: 'TEXT', summary: 'run only cases whose name contains this text' },
      flows: {
        value: 'DIR',
        repeated: true,
        completion: 'folder',
        summary: 'also look for called flows in this folder or file',
      },
      ...reportOptions(testFormatNames),
      seed: { value: 'N', integer: { min: 0, max: maxSeed }, summary: 'repeat the random pauses of an earlier run' },
      watch: { summary: 'run again when a file changes, until Ctrl-C' },
    },
    exit: {
      0: 'all cases passed',
      1: 'a case failed',
      2: 'there is no case, or a case cannot run',
      130: 'Ctrl-C',
    },
    examples: {
      'flowgate test': 'Run all tests below the working directory',
      'flowgate test --report junit=report.xml flows': 'Write a report for a CI server',
      'flowgate test --name rollback --watch': 'Run some cases again after each change',
    },
    run: async ({ args, options: { seed = randomInt(maxSeed), ...options } }, terminal) =>
      (await import('../flow-tests/test-flows.ts')).testFlows(args.FILE, { ...options, seed }, terminal),
  }),
} satisfies Commands;
