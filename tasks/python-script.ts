import { defineTask, shellText, textListProperty } from '../src/language/task-types/task-contract.ts';
import {
  pythonNeeds,
  pythonProblems,
  pythonProperties,
  pythonReferences,
  pythonView,
  pythonWarnings,
} from './support/python.ts';

export const task = defineTask({
  type: 'scripts.python.Script',
  title: 'Run Python',
  description: `Runs a Python program (\`script\`), or shell commands that run Python (\`commands\`), on the agent. In \`scripts.python.Commands\`, the
commands themselves are Python. Inputs are environment variables.

${pythonReferences} With references, the program is compiled first, and \`__file__\` is the compiled file.

${pythonNeeds}`,
  properties: {
    type: 'object',
    oneOf: [{ required: ['script'] }, { required: ['commands'] }],
    properties: {
      script: { type: 'string', minLength: 1, 'x-language': 'python', description: 'A Python program.' },
      commands: textListProperty(
        'Shell commands, in one session that stops at the first failure; `python` is the selected version.',
        'shell',
      ),
      ...pythonProperties,
    },
  },
  warnings: pythonWarnings,
  check: ({ properties }) => pythonProblems(properties),
  local: 'script',
  view({ properties }, context) {
    const { commands = [] } = properties;
    return pythonView(
      properties,
      commands.map((command) => ({ line: shellText(command) })),
      context,
    );
  },
  examples: [
    {
      title: 'Return a value to later tasks',
      yaml: `- id: measure
  type: dev.vendor.plugin.scripts.python.Script
  script: |
    import json
    print(json.dumps({"words": len("a few words".split())}))
  outputSchema:
    words: {type: INT}
`,
    },
    {
      title: 'References have their declared types',
      yaml: `id: greet-often
namespace: examples
description: Greets several times.
inputs:
  - {id: name, type: STRING, defaults: "it's me"}
  - {id: times, type: INT, defaults: 2}
tasks:
  - id: greet
    type: dev.vendor.plugin.scripts.python.Script
    script: |
      for number in range({{ inputs.times }}):
          print(f"{number}: hello {{ inputs.name }}")
`,
    },
    {
      title: 'Install a package and keep a file',
      yaml: `- id: report
  type: dev.vendor.plugin.scripts.python.Script
  pythonVersion: "3.11"
  dependencies: ["jinja2>=3"]
  workingDir: reports
  inputFiles:
    make.py: |
      print("report")
  commands:
    - python make.py > report.txt
  outputFiles: ["*.txt"]
`,
    },
    {
      title: 'Set a variable, run a command first, and fail on warnings',
      yaml: `- id: check
  type: dev.vendor.plugin.scripts.python.Script
  beforeCommands:
    - mkdir -p out
  envVars: {LEVEL: strict}
  failOnStderr: true
  script: |
    import os
    print(os.environ["LEVEL"])
`,
    },
    {
      title: 'Input files must stay in the workspace',
      yaml: `- id: outside
  type: dev.vendor.plugin.scripts.python.Script
  inputFiles: {"../outside.txt": "no"}
  script: print("never")
`,
      problems: ['invalid-value'],
    },
  ],
});
