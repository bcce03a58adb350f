import { defineTask, shellLiteral, textListProperty } from '../src/language/task-types/task-contract.ts';
import {
  pythonNeeds,
  pythonProblems,
  pythonProperties,
  pythonReferences,
  pythonStep,
  pythonView,
  pythonWarnings,
} from './support/python.ts';

export const task = defineTask({
  type: 'scripts.python.Commands',
  title: 'Run Python commands',
  description: `Runs each item of \`commands\` as Python source on the agent, with \`python -c\`. Each is a process with its own variables; the first
failure stops the task. An item can have several lines. \`script\` is a single program instead. To run shell commands that call
Python, use \`commands\` of \`scripts.python.Script\`. Inputs are environment variables.

${pythonReferences}

${pythonNeeds}`,
  properties: {
    type: 'object',
    oneOf: [{ required: ['commands'] }, { required: ['script'] }],
    properties: {
      commands: textListProperty('Python programs, each of which runs in its own process.', 'python'),
      script: {
        type: 'string',
        minLength: 1,
        'x-language': 'python',
        description: 'A single Python program, as in `scripts.python.Script`.',
      },
      ...pythonProperties,
    },
  },
  warnings: pythonWarnings,
  check: ({ properties }) => pythonProblems(properties),
  local: 'script',
  view({ properties }, context) {
    const { commands = [] } = properties;
    const steps = commands.map((command) =>
      pythonStep(command, context, ({ text }) => `run_command ${shellLiteral(text)}`),
    );
    return pythonView(properties, steps, context);
  },
  examples: [
    {
      title: 'Use a value',
      yaml: `id: add
namespace: examples
description: Adds one.
inputs:
  - {id: count, type: INT, defaults: 41}
tasks:
  - id: sum
    type: dev.vendor.plugin.scripts.python.Commands
    commands:
      - "import sys; print('Python', sys.version_info[0])"
      - "print('sum', {{ inputs.count }} + 1)"
`,
    },
    {
      title: 'Install a package, write a file first, and keep the result',
      yaml: `- id: report
  type: dev.vendor.plugin.scripts.python.Commands
  pythonVersion: "3.11"
  dependencies: ["jinja2>=3"]
  beforeCommands:
    - mkdir -p out
  workingDir: reports
  envVars: {LEVEL: strict}
  inputFiles: {template.txt: "{% if greeting %}hello{% endif %} world"}
  failOnStderr: true
  commands:
    - |
      import jinja2, pathlib
      text = pathlib.Path("template.txt").read_text()
      pathlib.Path("out/report.txt").write_text(jinja2.Template(text).render(greeting=True))
  outputFiles: [out/*.txt]
`,
    },
    {
      title: 'Run a single program',
      yaml: `- id: hello
  type: dev.vendor.plugin.scripts.python.Commands
  script: print("hello")
`,
    },
    {
      title: 'Only files in the workspace can be kept',
      yaml: `- id: outside
  type: dev.vendor.plugin.scripts.python.Commands
  workingDir: /tmp/work
  commands:
    - open('report.txt', 'w').close()
  outputFiles: [report.txt]
`,
      problems: ['files-outside-workspace'],
    },
  ],
});
