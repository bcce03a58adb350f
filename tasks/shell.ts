import {
  commandProperties,
  commandScript,
  defineTask,
  messages,
  runnable,
  shellCode,
} from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.shell.Shell',
  aliases: ['core.shell.Commands', 'script.shell.Script'],
  title: 'Run shell commands',
  description: `Runs commands with \`/bin/sh\` on the agent, in the workspace. All commands run in one session, which stops at the first command
that fails. To use another shell (bash, dash, ksh or zsh), start with a line such as \`#!/bin/bash\`.

A reference becomes \`\${NAME}\`, which the shell expands when it runs, so put it in double quotes. Inputs and variables are also
environment variables, for programs that your commands call.`,
  properties: commandProperties('shell'),
  fromJenkins: {
    shell: ({ commands, ...shape }) => ({ ...(commands !== undefined && { commands: runnable(commands) }), ...shape }),
  },
  local: 'script',
  view({ properties }) {
    return {
      script: shellCode(commandScript(properties)),
      outputFiles: messages(properties.outputFiles),
    };
  },
  examples: [
    {
      title: 'Greet someone',
      yaml: `id: hello
namespace: examples
description: Greets someone.
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
      title: 'Set a variable and keep a file',
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
      title: 'Commands and a script are mutually exclusive',
      yaml: `- id: both
  type: dev.vendor.plugin.core.shell.Shell
  commands:
    - date
  script: date
`,
      problems: ['conflicting-properties'],
    },
    {
      title: 'Any name can be set, except those of Flowgate',
      yaml: `- id: mode
  type: dev.vendor.plugin.core.shell.Shell
  script: /opt/tools/report
  env: {PATH: "/opt/tools:/usr/bin:/bin", FLOWGATE_MODE: fast}
`,
      problems: ['reserved-name'],
    },
    {
      title: 'Only responses have parts for a field',
      yaml: '- {id: lost, type: dev.vendor.plugin.core.shell.Shell, commands: [date], outputSchema: {code: {type: INT, from: status}}}\n',
      problems: ['invalid-value'],
    },
  ],
});
