import {
  commandProperties,
  commandScript,
  defineTask,
  groovyMessages,
  groovyText,
  type CommandProperties,
} from '../src/language/task-types/task-contract.ts';

export const task = defineTask<CommandProperties>({
  type: 'core.shell.Shell',
  aliases: ['core.shell.Commands', 'script.shell.Script'],
  title: 'Run shell commands',
  description: `Runs commands with \`/bin/sh\` on the worker, from the workspace, in one session that stops at the first failing
command. A first line such as \`#!/bin/bash\` names another shell: bash, dash, ksh or zsh. A reference becomes \`\${NAME}\`, which
the shell expands when it runs: put it in double quotes. Inputs and variables are also environment variables, for programs that
the commands call.`,
  properties: commandProperties('shell'),
  view({ properties }) {
    return {
      script: groovyText(commandScript(properties)),
      outputFiles: groovyMessages(properties.outputFiles),
    };
  },
  examples: [
    {
      title: 'Greet somebody',
      yaml: `id: hello
namespace: examples
description: Greets somebody.
inputs:
  - {id: user_name, type: STRING, defaults: World}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "Hello {{ inputs.user_name }}"
      - date
`,
    },
    {
      title: 'Keep a file, with an environment variable of the task',
      yaml: `- id: report
  type: dev.vendor.plugin.core.shell.Shell
  script: |
    mkdir -p reports
    printf '%s\\n' "$TITLE" > reports/title.txt
  env:
    TITLE: Nightly report
  outputFiles: [reports/*.txt]
`,
    },
    {
      title: 'Return a value to later tasks',
      yaml: `- id: count
  type: dev.vendor.plugin.core.shell.Commands
  commands:
    - files=$(ls | wc -l)
    - 'echo "{\\"files\\": $files}"'
  outputSchema:
    files: {type: INT}
`,
    },
    {
      title: 'Commands and a script exclude each other',
      yaml: `- id: both
  type: dev.vendor.plugin.core.shell.Shell
  commands: [date]
  script: date
`,
      problems: ['conflicting-properties'],
    },
    {
      title: 'Names that belong to others cannot be set',
      yaml: `- id: path
  type: dev.vendor.plugin.core.shell.Shell
  script: date
  env: {PATH: /opt/tools}
`,
      problems: ['reserved-name'],
    },
  ],
});
