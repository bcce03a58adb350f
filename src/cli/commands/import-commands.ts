import { defineCommand, type Commands } from '../declaration/command-declaration.ts';
import { dryRunOption, formatOption } from '../declaration/common-words.ts';
import type { OptionDeclarations, OptionValues } from '../declaration/option-declaration.ts';
import { valueOptions } from '../executions/run-options.ts';
import { localGatewayOptions } from '../gateway/gateway-options.ts';

const controller = 'Jenkins controller';
const proof = 'Comparison with the job';
const stream = 'For a YAML stream of flows';

/** The options of `flowgate import`. */
export const importOptions = {
  out: { value: 'FOLDER', completion: 'folder', summary: 'write the flows and proposed tests to this folder' },
  force: { summary: 'with --out, replace files that are different' },
  report: {
    value: 'FORMAT',
    repeated: true,
    summary:
      'the format of the report: text, json, sarif or html; FORMAT=FILE writes it to a file instead (default: text)',
  },
  namespace: {
    value: 'NAMESPACE',
    summary: 'the namespace of the flows; default: the folders of the job, or imported',
  },
  id: { value: 'ID', summary: 'the id of the flow; default: from the name of the job or file' },
  mapping: {
    value: 'FILE',
    completion: 'file',
    summary: 'a YAML file that says which flows the steps of your shared libraries are',
  },
  audit: {
    value: 'JOBS',
    completion: 'folder',
    summary: 'audit a Jenkins home, a folder of jobs or Jenkinsfiles, or a controller by its URL',
  },
  controller: {
    value: 'URL',
    variable: 'JENKINS_URL',
    summary: 'the URL of Jenkins; JENKINS_USER and JENKINS_TOKEN are its account',
    group: controller,
  },
  compare: { summary: 'print the stages of the last build of the job beside the tasks of the flow', group: proof },
  'run-both': {
    summary: 'run the job, and its flow on the server, with the same values, and compare the results',
    group: proof,
  },
  input: { ...valueOptions.input, group: proof },
  'input-env': { ...valueOptions['input-env'], group: proof },
  'input-file': { ...valueOptions['input-file'], group: proof },
  inputs: { ...valueOptions.inputs, group: proof },
  'dry-run': { ...dryRunOption['dry-run'], group: stream },
  format: { ...formatOption.format, group: stream },
  ...localGatewayOptions,
} as const satisfies OptionDeclarations;

export type ImportCommandOptions = OptionValues<typeof importOptions>;

/** Turn Jenkins jobs into flows. */
export const importCommands = {
  import: defineCommand({
    summary: 'turn Jenkinsfiles and Jenkins jobs into flows, or store the flows of a YAML stream',
    description: `
Reads a Jenkinsfile or the config.xml of a job, and prints a flow on standard output and a report on standard error. The report
has a line for each statement: it is mapped, approximated (with what differs) or by hand (with the reason). What is by hand is
kept in the flow as a disabled task with its source. No server or Jenkins is needed. docs/how-to/import-jenkins-jobs.md describes
the report and the mapping file.

With a controller, names such as team/app are jobs of it. With --out, writes each flow to NAMESPACE/ID.yaml and a proposed test
to NAMESPACE/ID.test.yaml, and prints the report on standard output.

--audit reads all jobs of a Jenkins home, a folder or a controller, writes no flows, and ranks the jobs by how much of them a
flow can say.

If the file is a YAML stream with a document per flow, such as the output of \`flowgate export\`, creates and updates these
flows on a server. A rejected document does not affect the others. \`flowgate apply\` reads a file per flow instead.`,
    arguments: {
      FILE: {
        summary:
          'a Jenkinsfile, a config.xml, a folder with these, the full name of a job, a YAML stream of flows, or - for standard input',
        optional: true,
        repeated: true,
        completion: 'file',
      },
    },
    options: importOptions,
    exit: {
      0: 'every statement is mapped or approximated; with --audit or --compare, the work is done; with --run-both, there is no difference',
      1: 'a statement is by hand, or a file in --out was kept; with --run-both, the flow and the job differ; of a YAML stream, a document was rejected',
      2: 'a file or job cannot be read, or a server cannot be used',
    },
    environment: {
      JENKINS_USER:
        'the account of the controller; it needs Job/Read and Job/ExtendedRead, and Job/Build for --run-both',
      JENKINS_TOKEN: 'an API token of that account; or JENKINS_TOKEN_FILE, a file that contains it',
    },
    examples: {
      'flowgate import Jenkinsfile > app.yaml': 'Import a Jenkinsfile',
      'flowgate import --out flows --report html=import.html Jenkinsfile':
        'Also write a test, and a page to read the report',
      'flowgate import --audit /var/lib/jenkins': 'Rank the jobs of a Jenkins home',
      'flowgate import --controller https://jenkins.example.com --out flows team/app': 'Import a job of a controller',
      'flowgate import --controller https://jenkins.example.com --compare team/app':
        'Print the stages of its last build beside the tasks of the flow',
      'flowgate import --dry-run flows.yaml': 'Show what storing the flows of a YAML stream would change',
      'flowgate import - --context prod < flows.yaml': 'Copy flows to another server',
    },
    run: async ({ args, options }, terminal) => {
      const { importFiles } = await import('../import/import-files.ts');
      return importFiles(args.FILE, options, terminal);
    },
  }),
} satisfies Commands;
