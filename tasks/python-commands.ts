import {
  defineTask,
  hasDeferred,
  map,
  messages,
  program,
  setsDeferred,
  shellCode,
  shellLiteral,
  text,
  textListProperty,
} from '../src/language/task-types/task-contract.ts';
import {
  pythonOutputFiles,
  pythonProblems,
  pythonProperties,
  pythonShellScript,
  pythonStep,
  pythonText,
  pythonWarnings,
} from './support/python.ts';

export const task = defineTask({
  type: 'scripts.python.Commands',
  title: 'Run Python commands',
  description: `Runs each item of \`commands\` as Python source on the agent, with \`python -c\`. Each is a process with its own variables; the first
failure stops the task. An item can have several lines. \`script\` is a single program instead. To run shell commands that call
Python, use \`commands\` of \`scripts.python.Script\`. Inputs are environment variables.

A reference in Python is data, never source. In code, it has its declared type: an INT is an int, a FLOAT a float, a BOOLEAN a bool,
JSON and MULTISELECT are parsed, no value is \`None\`, and everything else is a str. Inside a string literal, it becomes part of the
string. It cannot be a name, an attribute, an import, a pattern or the target of an assignment.

The packages in \`dependencies\` are installed into a fresh virtual environment, which is removed afterwards. Python must be 3.6 or
later. Relative file names start in \`workingDir\`.`,
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
    const { commands = [], script } = properties;
    const python = script === undefined ? undefined : pythonText(script, context);
    const sources = commands.map((command) => pythonText(command, context));
    const steps =
      python === undefined
        ? sources.map((source) => pythonStep(`run_command ${shellLiteral(source.text)}`, source))
        : [pythonStep('run_script', python)];
    return {
      script: shellCode(pythonShellScript(properties, steps, context)),
      files: map({
        'python.sh': program('python.support.sh'),
        'compile.py': [python, ...sources].some((source) => (source?.placeholders.length ?? 0) > 0)
          ? program('python.support.py')
          : undefined,
        'script.py': python && text(python.text),
        'deferred.sh': hasDeferred(context, properties.envVars) ? program('python.deferred.support.sh') : undefined,
      }),
      outputFiles: messages(pythonOutputFiles(properties)),
      setsDeferred: setsDeferred(context, properties.envVars),
    };
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
