import {
  defineTask,
  environmentProperty,
  groovyList,
  groovyString,
  groovyText,
  shellText,
  shellWord,
  textListProperty,
} from '../src/task-registry/task-contract.ts';

export interface ShellProperties {
  readonly commands?: readonly string[];
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly outputFiles?: readonly string[];
}

export const task = defineTask<ShellProperties>({
  type: 'core.shell.Shell',
  aliases: ['core.shell.Commands', 'script.shell.Script'],
  title: 'Run shell commands',
  description: 'Runs commands with `/bin/sh` in one session on the worker, from the workspace. Stops at the first command that fails.',
  properties: {
    oneOf: [{ required: ['commands'] }, { required: ['script'] }],
    properties: {
      commands: textListProperty('Commands, run in order in one shell session.', 'shell'),
      script: { type: 'string', minLength: 1, 'x-language': 'shell', description: 'The commands as one text.' },
      env: environmentProperty('Environment variables of the commands.'),
      outputFiles: textListProperty('Patterns of files, such as `reports/**/*.xml`, that are kept with the build.', 'verbatim'),
    },
  },
  view: ({ properties }) => ({
    script: groovyText(shellScript(properties)),
    outputFiles: properties.outputFiles && groovyList(properties.outputFiles.map(groovyString)),
  }),
  examples: [
    {
      title: 'Greet somebody',
      yaml: `
- id: greet
  type: dev.vendor.plugin.core.shell.Shell
  commands:
    - name="world"
    - echo "Hello $name"`,
    },
    {
      title: 'Keep a file, with an environment variable of its own',
      yaml: `
- id: report
  type: dev.vendor.plugin.core.shell.Shell
  script: |
    mkdir -p reports
    printf '%s\\n' "$TITLE" > reports/title.txt
  env:
    TITLE: Nightly report
  outputFiles: [reports/*.txt]`,
    },
    {
      title: 'Commands and script exclude each other',
      yaml: `
- id: both
  type: dev.vendor.plugin.core.shell.Shell
  commands: [date]
  script: date`,
      problems: ['conflicting-properties'],
    },
  ],
});

/** The script that the worker runs: the variables of `env`, then the commands. */
export function shellScript({ commands, script, env = {} }: ShellProperties): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${shellWord(value)}`);
  return [...exports, ...(commands ?? [script ?? '']).map(shellText)].join('\n');
}
