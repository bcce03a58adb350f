import { defineCommand, type Commands } from '../declaration/command-declaration.ts';
import { importOptions } from '../import/import-options.ts';

/** Turn Jenkins jobs into flows. */
export const importCommands = {
  import: defineCommand({
    summary: 'turn Jenkinsfiles and Jenkins jobs into flows, or store the flows of a YAML stream',
    description: `
Reads a Jenkinsfile or the config.xml of a job, and prints a flow on standard output and a report on standard error. The report
has a line for each statement: it is mapped, approximated (with what differs) or by hand (with the reason). What is by hand is
kept in the flow with its source: in a task that fails if it could have stopped the job, otherwise in a disabled task. No
server or Jenkins is needed. docs/how-to/import-jenkins-jobs.md describes the report and the mapping file.

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
