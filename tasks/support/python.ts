import {
  environmentProperty,
  exportsForSteps,
  formOfType,
  hasDeferred,
  identifierForm,
  map,
  messages,
  parseTemplate,
  placeholderArguments,
  placeholderText,
  program,
  relativePathProblems,
  setsDeferred,
  shellBoolean,
  shellCode,
  shellLiteral,
  shellText,
  shellWord,
  text,
  textListProperty,
  type PlaceholderText,
  type Problem,
  type SchemaValue,
  type TaskContext,
  type TaskView,
} from '../../src/language/task-types/task-contract.ts';

/** How references in Python code are read, as Markdown. */
export const pythonReferences = `A reference in Python is data, never source. In code, it has its declared type: an INT is an int, a FLOAT a float, a BOOLEAN a bool,
JSON and MULTISELECT are parsed, no value is \`None\`, and everything else is a str. Inside a string literal, it becomes part of the
string. It cannot be a name, an attribute, an import, a pattern or the target of an assignment.`;

/** What all Python tasks need on the agent, as Markdown. */
export const pythonNeeds = `The packages in \`dependencies\` are installed into a fresh virtual environment, which is removed afterwards. Python must be 3.6 or
later. Relative file names start in \`workingDir\`.`;

/** The schemas of the properties that all Python tasks have, except the Python code. */
export const pythonProperties = {
  pythonVersion: {
    type: 'string',
    pattern: '^(python)?[0-9]+(\\.[0-9]+)?$',
    'x-language': 'verbatim',
    default: 'python3',
    'x-expected': 'a version such as 3.11, or a command such as python3.11',
    description: 'The interpreter on the agent: `python3.11`, or `3.11` for short.',
  },
  dependencies: textListProperty('Requirements for pip, such as `pandas>=2`.'),
  beforeCommands: textListProperty('Shell commands to run first, in the same environment.', 'shell'),
  inputFiles: {
    type: 'object',
    additionalProperties: { type: 'string', 'x-language': 'file' },
    description: 'Files to create before the task runs: a map of relative names to contents.',
  },
  outputFiles: textListProperty('Patterns of files to keep with the build, such as `reports/**/*.csv`.'),
  envVars: environmentProperty('Environment variables of this task.'),
  workingDir: {
    type: 'string',
    minLength: 1,
    description: 'The folder to work in, relative to the workspace or absolute; created if it is missing.',
  },
  failOnStderr: {
    type: 'boolean',
    default: false,
    description: 'Whether the task fails if it writes to standard error.',
  },
} as const;

type PythonProperties = SchemaValue<{ readonly properties: typeof pythonProperties }>;

/** The warnings of all Python tasks. */
export const pythonWarnings = {
  'files-outside-workspace': {
    title: 'The files to keep are outside the workspace',
    example: {
      yaml: `tasks:
  - id: report
    type: dev.vendor.plugin.scripts.python.Script
    workingDir: /tmp/work
    script: open("report.txt", "w").close()
    outputFiles: [report.txt]`,
    },
  },
} as const;

/** Checks that the schema cannot express for these properties. */
export function pythonProblems({
  inputFiles = {},
  workingDir,
  outputFiles,
}: PythonProperties): Problem<keyof typeof pythonWarnings>[] {
  const isAbsolute = workingDir?.startsWith('/') === true;
  const message =
    'Jenkins keeps only files in the workspace, and this folder is outside it; copy the files into the workspace, or remove one of the two properties.';
  return [
    ...Object.keys(inputFiles).flatMap((name) => relativePathProblems(name, ['inputFiles', name], 'key')),
    ...(isAbsolute ? [] : relativePathProblems(workingDir, ['workingDir'])),
    ...(isAbsolute && outputFiles !== undefined
      ? [{ code: 'files-outside-workspace', message, path: ['workingDir'] } as const]
      : []),
  ];
}

/** A line of the script of a Python task, and the Python source in it whose references are placeholders. */
interface PythonStep {
  readonly line: string;
  readonly source?: PlaceholderText;
}

/** A step of the support file that runs Python source: each reference is a placeholder for data of its declared type. */
export function pythonStep(
  source: string,
  context: TaskContext,
  step: (python: PlaceholderText) => string,
): Required<PythonStep> {
  const python = placeholderText(parseTemplate(source).template, identifierForm, (reference) =>
    formOfType(context.typeOf(reference)),
  );
  return { line: [step(python), ...placeholderArguments(python)].join(' '), source: python };
}

/**
 * The view of a task that runs the Python program `script`, or else commands.
 * @param commands the steps of the commands
 */
export function pythonView(
  properties: PythonProperties & { readonly script?: string },
  commands: readonly PythonStep[],
  context: TaskContext,
): TaskView {
  const { script, envVars, outputFiles, workingDir } = properties;
  const run = script === undefined ? undefined : pythonStep(script, context, () => 'run_script');
  const steps = run === undefined ? commands : [run];
  const isCompiled = steps.some(({ source }) => (source?.placeholders.length ?? 0) > 0);
  return {
    script: shellCode(pythonShellScript(properties, steps, context)),
    files: map({
      'python.sh': program('python.support.sh'),
      'compile.py': isCompiled ? program('python.support.py') : undefined,
      'script.py': run && text(run.source.text),
      'deferred.sh': hasDeferred(context, envVars) ? program('python.deferred.support.sh') : undefined,
    }),
    outputFiles: messages(
      outputFiles?.map((pattern) => (workingDir === undefined ? pattern : `${workingDir}/${pattern}`)),
    ),
    setsDeferred: setsDeferred(context, envVars),
  };
}

/**
 * The shell script of a Python task around its own steps; `python.support.sh` defines the steps, and
 * `python.deferred.support.sh` how they run with deferred variables.
 */
function pythonShellScript(properties: PythonProperties, steps: readonly PythonStep[], context: TaskContext): string {
  const { pythonVersion = 'python3', workingDir, dependencies = [], beforeCommands = [], failOnStderr } = properties;
  const defers = hasDeferred(context, properties.envVars);
  return [
    '. "$FLOWGATE_TASK_DIR/python.sh"',
    ...(defers ? ['. "$FLOWGATE_TASK_DIR/deferred.sh"'] : []),
    ...exportsForSteps(properties.envVars),
    `use_python ${pythonVersion.startsWith('python') ? pythonVersion : `python${pythonVersion}`}`,
    ...(workingDir === undefined ? [] : [`use_folder ${shellWord(workingDir)}`]),
    ...Object.entries(properties.inputFiles ?? {}).map(
      ([name, content]) => `input_file ${shellLiteral(name)} ${shellWord(content)}`,
    ),
    ...dependencies.filter(takesPlainValue).map((requirement) => `plain_requirement ${shellWord(requirement)}`),
    ...(dependencies.length === 0 ? [] : [`install_packages ${dependencies.map(shellWord).join(' ')}`]),
    ...(defers ? ['set_deferred'] : []),
    ...beforeCommands.map(shellText),
    ...(failOnStderr === undefined ? [] : [`fail_on_stderr ${shellBoolean(failOnStderr, false)}`]),
    ...(failOnStderr === undefined || !defers ? [] : ['restore_at_exit']),
    ...steps.map(({ line }) => line),
    '',
  ].join('\n');
}

/** Whether a value is a part of a requirement in which the flow itself names no place to install from. */
function takesPlainValue(requirement: string): boolean {
  const { template } = parseTemplate(requirement);
  const isPlace = template.some((part) => part.kind === 'text' && /[@/\\]/.test(part.text));
  return !isPlace && template.some(({ kind }) => kind === 'reference');
}
