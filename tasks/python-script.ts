import {
  defineTask, environmentProperty, groovyMessages, identifierForm, groovyText, parseTemplate, placeholderArguments,
  placeholderText, relativePathFindings, shellExports, shellText, shellWord, textListProperty,
} from '../src/task-registry/task-contract.ts';

interface PythonProperties {
  readonly script?: string;
  readonly commands?: readonly string[];
  readonly pythonVersion?: string;
  readonly dependencies?: readonly string[];
  readonly beforeCommands?: readonly string[];
  readonly inputFiles?: Readonly<Record<string, string>>;
  readonly outputFiles?: readonly string[];
  readonly envVars?: Readonly<Record<string, string>>;
  readonly workingDir?: string;
  readonly failOnStderr?: boolean;
}

export const task = defineTask<PythonProperties>({
  type: 'scripts.python.Script',
  aliases: ['scripts.python.Commands'],
  title: 'Run Python',
  description: `Runs a Python text (\`script\`) or shell commands that run Python (\`commands\`) on the worker. Inputs are
environment variables. A reference in the text is data, never source: in code it has the declared type (\`INT\` an int,
\`FLOAT\` a float, \`BOOLEAN\` a bool, \`JSON\` and \`MULTISELECT\` parsed, no value \`None\`, everything else a str), inside a
string literal its text becomes a part of that string. It cannot be a name, an attribute, an import, a pattern or the
target of an assignment. With references the text is compiled first, and \`__file__\` names the compiled file.

The packages in \`dependencies\` are installed into a fresh virtual environment, which is removed afterwards. Python 3.6
or later. Relative names of files begin in \`workingDir\`.`,
  properties: {
    type: 'object',
    oneOf: [{ required: ['script'] }, { required: ['commands'] }],
    properties: {
      script: { type: 'string', minLength: 1, 'x-language': 'python', description: 'Python source text.' },
      commands: textListProperty('Shell commands, in one session that stops at the first failure; `python` is the chosen one.', 'shell'),
      pythonVersion: {
        type: 'string', pattern: '^(python)?[0-9]+(\\.[0-9]+)?$', 'x-language': 'verbatim', default: 'python3',
        'x-expected': 'a version such as 3.11, or a command such as python3.11',
        description: 'The interpreter that the worker must have: `python3.11`, or `3.11` for short.',
      },
      dependencies: textListProperty('Requirements for pip, such as `pandas>=2`.'),
      beforeCommands: textListProperty('Shell commands to run before, in the same environment.', 'shell'),
      inputFiles: { type: 'object', additionalProperties: { type: 'string', 'x-language': 'file' }, description: 'Files to write before: relative name to content.' },
      outputFiles: textListProperty('Patterns of files to keep with the build, such as `reports/**/*.csv`.'),
      envVars: environmentProperty('Environment variables of this task.'),
      workingDir: { type: 'string', minLength: 1, description: 'Where the task works, relative to the workspace; made when it is missing.' },
      failOnStderr: { type: 'boolean', default: false, description: 'Whether the task fails when it writes to its standard error.' },
    },
  },
  check: ({ properties: { inputFiles = {}, workingDir } }) => [
    ...Object.keys(inputFiles).flatMap((name) => relativePathFindings(name, ['inputFiles', name], 'key')),
    ...relativePathFindings(workingDir, ['workingDir']),
  ],
  view({ properties }, context) {
    const python = properties.script === undefined ? undefined : placeholderText(parseTemplate(properties.script).template, identifierForm, (reference) => context.typeOf(reference) ?? 'STRING');
    const references = python === undefined ? [] : placeholderArguments(python);
    const folder = properties.workingDir === undefined ? '' : `${properties.workingDir}/`;
    return {
      script: groovyText(shellScript(properties, references)),
      python: python && groovyText(python.text),
      compiled: references.length > 0,
      outputFiles: groovyMessages(properties.outputFiles?.map((pattern) => folder + pattern)),
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
  type: dev.vendor.plugin.scripts.python.Commands
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

/** The task's steps in shell; what they mean is in the support file. */
function shellScript(properties: PythonProperties, references: readonly string[]): string {
  const { pythonVersion = 'python3', workingDir, dependencies = [], beforeCommands = [], commands } = properties;
  return [
    '. "$FLOWGATE_TASK_DIR/python.sh"',
    ...shellExports(properties.envVars),
    `use_python ${pythonVersion.startsWith('python') ? pythonVersion : `python${pythonVersion}`}`,
    ...(workingDir === undefined ? [] : [`use_folder ${shellWord(workingDir)}`]),
    ...Object.entries(properties.inputFiles ?? {}).map(([name, content]) => `input_file '${name.replaceAll("'", "'\\''")}' ${shellWord(content)}`),
    ...(dependencies.length === 0 ? [] : [`install_packages ${dependencies.map(shellWord).join(' ')}`]),
    ...beforeCommands.map(shellText),
    ...(properties.failOnStderr === true ? ['fail_on_stderr'] : []),
    ...(commands === undefined ? [['run_script', ...references].join(' ')] : commands.map(shellText)),
    '',
  ].join('\n');
}
