import {
  defineTask,
  environmentName,
  formOfType,
  map,
  parseTemplate,
  program,
  setsDeferred,
  shellBoolean,
  shellCode,
  shellWord,
  shellWordWithVariables,
  stepName,
  type FlowContribution,
  type FlowOutline,
  type Problem,
  type SchemaValue,
  type TaskContext,
} from '../src/language/task-types/task-contract.ts';

const typeName = 'core.rosbag.LoadById';
/** The setting with the URL of the recording service, also for the agent. */
const serviceSetting = 'FLOWGATE_ROSBAG_URL';

const warnings = {
  'rosbag-loader-added': {
    title: 'Flowgate adds a task that loads the recording',
    example: {
      words: `A flow has an input \`rosbag_id\` and no task that loads the recording. \`${serviceSetting}\` is set, so Flowgate adds one.`,
    },
  },
  'rosbag-loader-missing': {
    title: 'A recording is required, but cannot be loaded',
    example: {
      yaml: `inputs:
  - {id: rosbag_id, type: STRING}
tasks:
  - id: measure
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "{{ inputs.rosbag_id }}" "$VENDOR_ROSBAGS_MANIFEST_PATH"`,
    },
  },
  'rosbag-without-ids': {
    title: 'The task loads recordings, but none is named',
    example: { yaml: 'tasks:\n  - {id: load, type: dev.vendor.plugin.core.rosbag.LoadById}' },
  },
  'rosbag-without-service': {
    title: 'The task loads recordings, but no service to load them from is configured',
    example: {
      words: `A flow has a task of type \`core.rosbag.LoadById\`, but \`${serviceSetting}\` is not set.`,
    },
  },
} as const;

type Warning = keyof typeof warnings;

const rosbagProperties = {
  type: 'object',
  properties: {
    ids: {
      oneOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
      ],
      'x-expected': 'a string or a list of strings',
      description:
        'The recordings: a list, or a string with commas or spaces between ids; by default the input `rosbag_id` or `rosbag_ids`.',
    },
    targetDir: {
      type: 'string',
      minLength: 1,
      'x-language': 'variables',
      description: 'The folder for the files; `${NAME}` of a variable is expanded.',
    },
    manifestPath: {
      type: 'string',
      minLength: 1,
      'x-language': 'variables',
      description: 'The path of the manifest; `${NAME}` of a variable is expanded.',
    },
    overwrite: {
      type: 'boolean',
      default: true,
      description: 'Replace existing files; `false` keeps them, whatever they contain.',
    },
  },
} as const;

type RosbagProperties = SchemaValue<typeof rosbagProperties>;

export const task = defineTask({
  type: typeName,
  title: 'Load recordings',
  description: `Downloads the files of recordings and writes a manifest for later tasks:
\`{"entries": [{"id", "filename", "path", "size", "sha256"}]}\`. The agent needs Python 3.7 or later.

Files go to \`targetDir\`; several recordings get a folder each. The defaults are the variables \`<PREFIX>_ROSBAGS_DIR\` and
\`<PREFIX>_ROSBAGS_MANIFEST_PATH\`, otherwise \`rosbags\` and \`manifest.json\` in that folder. Sizes and checksums are verified.
Existing files are replaced, unless \`overwrite\` is \`false\`. With \`outputSchema\`, the task can return \`files\` and \`bytes\` (INT),
\`directory\` and \`manifest\` (STRING).

Without \`ids\`, the task uses an input \`rosbag_id\` or \`rosbag_ids\`, in any spelling with that name in the environment, such as
\`rosbag-id\` or \`rosbagIds\`. A flow with such an input that has no task of this type gets one as its first task, shown by the warning
\`rosbag-loader-added\`. It runs if a recording is named. Without a recording service, that task fails; the warning
\`rosbag-loader-missing\` reports this in advance.

\`${serviceSetting}\` is the recording service. \`GET <url>/<id>\` returns
\`{"files": [{"filename": "a.bag", "size": 123, "sha256": "<hex>", "url": "<absolute, or relative to <url>/<id>/>"}]}\`. The task also
accepts \`entries\`, \`name\`, \`checksum: "sha256:<hex>"\`, a plain list, and plain file names. Without a \`url\`, the file is
\`<url>/<id>/<filename>\`. If the service is the \`file:\` URL of a folder, a recording is \`<id>\` or \`<id>.json\` with the same JSON, or a
folder \`<id>\` of files.`,
  properties: rosbagProperties,
  warnings,
  settings: {
    [serviceSetting]: {
      protocols: ['http', 'https', 'file'],
      description:
        "The recording service of `core.rosbag.LoadById`. Without it, the gateway warns about such tasks (`rosbag-without-service`). `flowgate validate` does not, because it does not know the gateway's settings",
    },
  },
  check: ({ properties }, context) =>
    [
      ...(namesNothing(properties, context)
        ? [{ code: 'rosbag-without-ids', message: withoutIds, path: [], at: 'first-key' } as const]
        : []),
      ...(context.settings?.has(serviceSetting) === false
        ? [{ code: 'rosbag-without-service', message: withoutService, path: ['type'] } as const]
        : []),
    ] satisfies Problem<Warning>[],
  contribute: contributeToFlow,
  local: 'script',
  view: ({ properties }, context) => ({
    script: shellCode(shellScript(properties, context)),
    files: map({ 'load.py': program('rosbag-load.support.py') }),
    setsDeferred: setsDeferred(context),
  }),
  examples: [
    {
      title: 'Load the recording that an input names',
      yaml: `id: load-recording
namespace: examples
description: Loads one recording.
inputs:
  - {id: rosbag_id, type: STRING}
tasks:
  - {id: load, type: dev.vendor.plugin.core.rosbag.LoadById, timeout: 30m}
`,
    },
    {
      title: 'Load two recordings into a folder',
      yaml: `- id: load
  type: dev.vendor.plugin.core.rosbag.LoadById
  ids: [drive-2024-05-01, drive-2024-05-02]
  targetDir: recordings
  manifestPath: recordings.json
`,
    },
    {
      title: 'Use a subfolder of the folder in a variable',
      yaml: `id: load-into-folder
namespace: examples
description: Loads one recording into a folder of its own.
inputs:
  - {id: rosbag-id, type: STRING}
variables:
  VENDOR_ROSBAGS_DIR: .data/rosbags
tasks:
  - {id: load, type: dev.vendor.plugin.core.rosbag.LoadById, targetDir: "\${VENDOR_ROSBAGS_DIR}/today"}
`,
    },
    {
      title: 'Keep existing files',
      yaml: `- id: load
  type: dev.vendor.plugin.core.rosbag.LoadById
  ids: drive-2024-05-01
  targetDir: /data/rosbags
  overwrite: false
`,
    },
    {
      title: 'Without ids and without an input, nothing is loaded',
      yaml: '- {id: load, type: dev.vendor.plugin.core.rosbag.LoadById}\n',
      problems: ['rosbag-without-ids'],
    },
  ],
});

/**
 * A flow that loads recordings has the variables for their place. So does a flow with an input that names recordings,
 * which gets a loader if it has none.
 */
function contributeToFlow(outline: FlowOutline): FlowContribution<Warning> | undefined {
  const { prefix, inputs, tasks } = outline;
  const naming = inputs.filter(namesRecordings);
  const isLoaded = tasks.some(({ type }) => type.endsWith(`.plugin.${typeName}`));
  const [first] = naming;
  if (!isLoaded && first === undefined) return undefined;
  const [directory, manifest] = variableNames(prefix);
  return {
    variables: { [directory]: 'rosbags', [manifest]: `{{ variables.${directory} }}/manifest.json` },
    usedInputs: naming.map(({ id }) => id),
    settings: [serviceSetting],
    ...(!isLoaded && first !== undefined && addedLoader(first.path, naming, outline)),
  };
}

/** Adds a loader to a flow without one if an input names recordings, because the flow needs them. */
function addedLoader(
  path: Problem['path'],
  naming: FlowOutline['inputs'],
  { vendor, settings, tasks }: FlowOutline,
): Pick<FlowContribution<Warning>, 'tasks' | 'problems'> {
  const type = `dev.${vendor}.plugin.${typeName}`;
  const taken = new Set(tasks.map(({ id }) => id));
  const id = ['load_rosbags', ...tasks.map((_, index) => `load_rosbags_${index + 2}`)].find(
    (each) => !taken.has(each),
  )!; // one more than there are tasks
  const isGiven = naming.map((input) => `inputs.${input.id} is not empty`).join(' or ');
  const problem: Problem<Warning> = settings?.has(serviceSetting)
    ? {
        code: 'rosbag-loader-added',
        message: `No task loads the recording, so Flowgate adds "${id}" as the first task. Add a task of the type ${type} to choose its place and options.`,
        path: [...path, 'id'],
      }
    : { code: 'rosbag-loader-missing', message: withoutService, path: [...path, 'id'] };
  return { tasks: [{ id, type, run_if: isGiven }], problems: [problem] };
}

/** The variables that configure the task: the directory of the recordings, and the path of their manifest. */
function variableNames(prefix: string): readonly [directory: string, manifest: string] {
  return [`${prefix}_ROSBAGS_DIR`, `${prefix}_ROSBAGS_MANIFEST_PATH`];
}

/** Whether an input names recordings for a task without `ids`, in any spelling: `rosbagId` does too. */
function namesRecordings({ id }: { readonly id: string }): boolean {
  return ['ROSBAG_ID', 'ROSBAG_IDS'].includes(environmentName({ root: 'inputs', id }));
}

/** The inputs that name recordings if the task itself does not, as references. */
function defaultIds({ inputs }: TaskContext): string[] {
  return inputs.filter(namesRecordings).map(({ id }) => `{{ inputs.${id} }}`);
}

const withoutIds = 'No recording is named. Set "ids" in the task, or add an input rosbag_id or rosbag_ids to the flow.';
const withoutService = `No recording service is configured, so no recording can be loaded. An operator can set ${serviceSetting} to its URL.`;

function namesNothing({ ids }: RosbagProperties, context: TaskContext): boolean {
  return ids === undefined && defaultIds(context).length === 0;
}

function shellScript(properties: RosbagProperties, context: TaskContext): string {
  if (namesNothing(properties, context)) return `printf '%s\\n' 'Flowgate: ${withoutIds}' >&2\nexit 1\n`;
  const { ids, targetDir, manifestPath, overwrite } = properties;
  const [directory, manifest] = variableNames(context.prefix);
  const variables = new Set([...context.variables.map(({ name }) => name), directory, manifest]);
  const texts = typeof ids === 'string' ? [ids] : (ids ?? defaultIds(context));
  const splits = typeof ids === 'string' || ids === undefined;
  return [
    'python3 -I "$FLOWGATE_TASK_DIR/load.py"',
    `--directory=${targetDir === undefined ? `"\${${stepName(directory)}:-rosbags}"` : shellWordWithVariables(targetDir, variables)}`,
    `--manifest=${manifestPath === undefined ? `"\${${stepName(manifest)}}"` : shellWordWithVariables(manifestPath, variables)}`,
    ...(overwrite === undefined ? [] : [`--overwrite=${shellBoolean(overwrite, true)}`]),
    ...texts.map((id) => `${idOption(id, splits, context)}=${shellWord(id)}`),
  ].join(' \\\n  ');
}

/** The option for a string that names recordings: as a JSON list, as one id, or as several. */
function idOption(id: string, splits: boolean, context: TaskContext): '--ids-json' | '--id' | '--ids' {
  const [part, ...others] = parseTemplate(id).template;
  const reference = part?.kind === 'reference' && others.length === 0 ? part.reference : undefined;
  const form = reference && formOfType(context.typeOf(reference));
  if (form === 'json' || form === 'list') return '--ids-json';
  return splits && !(reference?.root === 'inputs' && environmentName(reference) === 'ROSBAG_ID') ? '--ids' : '--id';
}
