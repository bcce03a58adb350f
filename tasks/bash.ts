import {
  commandProperties,
  commandScript,
  defineTask,
  messages,
  shellCode,
  text,
} from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.shell.Bash',
  title: 'Run bash commands',
  description: `Runs commands with \`bash\` on the agent, in the workspace. All commands run in one session, which stops at the first command that
fails. A pipe fails if any part of it fails (\`pipefail\`). Everything else is as in \`core.shell.Shell\`.`,
  properties: commandProperties('bash'),
  local: 'script',
  view({ properties }) {
    return {
      script: shellCode(commandScript(properties)),
      shell: text('bash'),
      outputFiles: messages(properties.outputFiles),
    };
  },
  examples: [
    {
      title: 'Use an array and a pipe',
      yaml: `id: largest-folders
namespace: examples
description: Shows which folders are large.
inputs:
  - {id: count, type: INT, defaults: 3}
tasks:
  - id: measure
    type: dev.vendor.plugin.core.shell.Bash
    commands:
      - folders=(*/)
      - du -s "\${folders[@]}" | sort -rn | sed -n "1,{{ inputs.count }}p"
`,
    },
    {
      title: 'Set a variable and keep a file',
      yaml: `- id: longest
  type: dev.vendor.plugin.core.shell.Bash
  env: {COLUMN: "2"}
  script: |
    awk -v column="$COLUMN" '{ print length($column), $0 }' names.txt | sort -rn | sed -n 1p > longest.txt
  outputFiles: [longest.txt]
`,
    },
    {
      title: 'Do not use a reference in arithmetic: bash would run what it contains',
      yaml: `id: countdown
namespace: examples
description: Counts down.
inputs:
  - {id: count, type: STRING}
tasks:
  - id: count
    type: dev.vendor.plugin.core.shell.Bash
    commands:
      - for ((i = {{ inputs.count }}; i > 0; i--)); do echo "$i"; done
`,
      problems: ['invalid-expression'],
    },
  ],
});
