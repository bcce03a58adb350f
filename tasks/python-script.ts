import {
  defineTask,
  groovyMessages,
  groovyText,
  pythonProblems,
  pythonOutputFiles,
  pythonProperties,
  pythonShellScript,
  pythonStep,
  pythonText,
  shellText,
  textListProperty,
  type PythonProperties,
} from '../src/language/task-types/task-contract.ts';

interface ScriptProperties extends PythonProperties {
  readonly script?: string;
  readonly commands?: readonly string[];
}

export const task = defineTask<ScriptProperties>({
  type: 'scripts.python.Script',
  title: 'Run Python',
  description: `Runs a Python text (\`script\`) or shell commands that run Python (\`commands\`) on the agent; in
\`scripts.python.Commands\` the commands themselves are Python. Inputs are environment variables. A reference in the text is
data, never source: in code it has the declared type (\`INT\` an int, \`FLOAT\` a float, \`BOOLEAN\` a bool, \`JSON\` and
\`MULTISELECT\` parsed, no value \`None\`, everything else a str), inside a string literal its text becomes a part of that
string. It cannot be a name, an attribute, an import, a pattern or the target of an assignment. With references the text is
compiled first, and \`__file__\` names the compiled file.

The packages in \`dependencies\` are installed into a fresh virtual environment, which is removed afterwards. Python 3.6
or later. Relative names of files begin in \`workingDir\`.`,
  properties: {
    type: 'object',
    oneOf: [{ required: ['script'] }, { required: ['commands'] }],
    properties: {
      script: { type: 'string', minLength: 1, 'x-language': 'python', description: 'Python source text.' },
      commands: textListProperty(
        'Shell commands, in one session that stops at the first failure; `python` is the chosen one.',
        'shell',
      ),
      ...pythonProperties,
    },
  },
  check: ({ properties }) => pythonProblems(properties),
  view({ properties }, context) {
    const { script, commands } = properties;
    const python = script === undefined ? undefined : pythonText(script, context);
    const steps = commands === undefined ? [pythonStep('run_script', python)] : commands.map(shellText);
    return {
      script: groovyText(pythonShellScript(properties, steps)),
      python: python && groovyText(python.text),
      compiled: (python?.placeholders.length ?? 0) > 0,
      outputFiles: groovyMessages(pythonOutputFiles(properties)),
    };
  },
  examples: [
    {
      title: 'A script that returns a value to later tasks',
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
      title: 'References are values of their declared types',
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
      title: 'Commands with a package of their own and a file to keep',
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
      title: 'A variable of the task, a command before it, and a strict reading of warnings',
      yaml: `- id: check
  type: dev.vendor.plugin.scripts.python.Script
  beforeCommands: [mkdir -p out]
  envVars: {LEVEL: strict}
  failOnStderr: true
  script: |
    import os
    print(os.environ["LEVEL"])
`,
    },
    {
      title: 'Files of the task stay in the workspace',
      yaml: `- id: outside
  type: dev.vendor.plugin.scripts.python.Script
  inputFiles: {"../outside.txt": "no"}
  script: print("never")
`,
      problems: ['invalid-value'],
    },
  ],
});
