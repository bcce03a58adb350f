import {
  defineTask,
  environmentProperty,
  exportsForSteps,
  hasDeferred,
  linesOfShell,
  map,
  messages,
  program,
  runnable,
  setsDeferred,
  shellBoolean,
  shellCode,
  shellNumber,
  shellText,
  shellWord,
  stepName,
  text,
  textListProperty,
  type Problem,
  type SchemaValue,
  type TaskContext,
  type TaskOf,
} from '../src/language/task-types/task-contract.ts';

const pullWords = { ALWAYS: 'always', NEVER: 'never', IF_NOT_PRESENT: 'missing' } as const;
const word = {
  type: 'string',
  'x-language': 'verbatim',
  pattern: '^[\\w.:-]+$',
  'x-expected': 'a word of letters, digits, ".", ":", "_" and "-"',
} as const;

const port = { type: 'integer', minimum: 1, maximum: 65_535 } as const;

const portBindingSchema = {
  type: 'object',
  required: ['containerPort'],
  additionalProperties: false,
  properties: {
    hostPort: { ...port, description: 'The port on the agent. Default: docker chooses one.' },
    containerPort: { ...port, description: 'The port in the container.' },
    hostIp: {
      type: 'string',
      pattern: '^([0-9a-fA-F.:]+|\\[[0-9a-fA-F.:]+\\]|\\{\\{[^}]*\\}\\})$',
      'x-expected': 'an address such as 127.0.0.1',
      description: 'The address on the agent to listen on. Default: all addresses.',
    },
    protocol: { enum: ['tcp', 'udp', 'sctp'], default: 'tcp', description: 'The protocol.' },
  },
} as const;

const dockerProperties = {
  required: ['containerImage'],
  properties: {
    containerImage: { type: 'string', minLength: 1, description: 'The image, such as `node:22-alpine`.' },
    commands: textListProperty('Commands, run in order in one shell session inside the container.', 'shell'),
    user: {
      type: 'string',
      minLength: 1,
      description: 'User, or user:group, inside the container; `image` for the user of the image.',
    },
    env: environmentProperty('Environment variables of the container, in addition to those of the flow.'),
    volumes: {
      type: 'array',
      description: 'Folders to mount in addition to the workspace.',
      items: {
        type: 'object',
        required: ['hostPath', 'path'],
        additionalProperties: false,
        properties: {
          hostPath: {
            type: 'string',
            minLength: 1,
            description: 'The path on the agent; a relative path starts in the workspace.',
          },
          path: {
            type: 'string',
            pattern: '^(/|\\{\\{)',
            'x-expected': 'an absolute path such as /app',
            description: 'The path in the container.',
          },
          readOnly: { type: 'boolean', default: false, description: 'Mount it read-only.' },
        },
      },
    },
    portBindings: {
      type: 'array',
      description:
        'Ports of the agent to forward to the container: `8080:80`, or `{hostPort: 8080, containerPort: 80}` with optional `hostIp` and `protocol`.',
      items: {
        oneOf: [
          { type: 'string', pattern: '^([0-9a-fA-F.:\\[\\]-]|\\{\\{[^}]*\\}\\})+(/(tcp|udp|sctp))?$' },
          portBindingSchema,
        ],
        'x-expected': 'ports such as 8080:80 or {hostPort: 8080, containerPort: 80}',
      },
    },
    cpu: { type: 'number', exclusiveMinimum: 0, description: 'The maximum number of processors, such as `1.5`.' },
    memory: {
      type: 'string',
      pattern: '^([1-9][0-9]*([bkmgBKMG]|[kmgKMG]i?[bB])?|\\{\\{[^}]*\\}\\})$',
      'x-expected': 'a size such as 512m or 2g',
      description: 'The maximum memory, such as `512m` or `2g`.',
    },
    privileged: { type: 'boolean', default: false, description: 'Give the container full access to the agent.' },
    pullPolicy: {
      enum: ['ALWAYS', 'NEVER', 'IF_NOT_PRESENT'],
      default: 'IF_NOT_PRESENT',
      description: 'When to pull the image.',
    },
    wait: { type: 'boolean', default: true, description: 'Wait until the container ends.' },
    deviceRequests: {
      type: 'array',
      description: 'The GPUs that the container can use.',
      items: {
        type: 'object',
        additionalProperties: false,
        not: { required: ['count', 'deviceIds'] },
        properties: {
          driver: { ...word, description: 'The driver, such as `nvidia`.' },
          count: { type: 'integer', minimum: -1, description: 'The number of GPUs; -1 for all.' },
          deviceIds: { type: 'array', minItems: 1, items: word, description: 'The ids of the GPUs.' },
          capabilities: {
            type: 'array',
            items: { oneOf: [word, { type: 'array', items: word }] },
            description: 'The capabilities that the driver must have, such as `[gpu, compute]`.',
          },
        },
      },
    },
    outputFiles: textListProperty('Patterns of files to keep with the build, such as `reports/**/*.xml`.'),
  },
} as const;

type DockerProperties = SchemaValue<typeof dockerProperties>;
type PortBinding = SchemaValue<typeof portBindingSchema>;
type DeviceRequest = NonNullable<DockerProperties['deviceRequests']>[number];

export const task = defineTask({
  type: 'docker.run',
  title: 'Run a container',
  description: `Runs commands in a container, using docker on the agent. The workspace is mounted at its own path and is the current folder. All
variables of the flow are in the environment. The container is removed when it ends, when the task times out, and when the build
is stopped.

The commands form one script for the image's \`/bin/sh\`, with the image's \`PATH\`. It stops at the first command that fails.
Without \`commands\`, the image's own command runs.

By default, the container runs as the user of the agent, so that files in the workspace keep their owner. With \`user: image\`, it
runs as the user of the image. If that user cannot write to the home that the image sets, \`HOME\` is \`/tmp\`, unless the flow sets
\`HOME\`, or the image's own command runs. Variables of the flow such as \`PATH\` and \`LD_LIBRARY_PATH\` apply only to the container,
not for docker. With \`wait: false\`, the task ends as soon as the container has started. The container then runs until it ends or is removed.`,
  properties: dockerProperties,
  warnings: {
    'privileged-container': {
      title: 'The container has full access to its host',
      example: {
        yaml: `tasks:
  - id: build
    type: dev.vendor.plugin.docker.run
    containerImage: alpine
    commands:
      - id
    privileged: true`,
      },
    },
  },
  fromJenkins: {
    container: ({ image, isAlwaysPulled, user, commands, script, env, outputFiles }) => ({
      containerImage: image,
      ...(isAlwaysPulled === true && { pullPolicy: 'ALWAYS' }),
      ...(user !== undefined && { user }),
      commands: runnable(commands ?? [script ?? '']),
      ...(env !== undefined && { env }),
      ...(outputFiles !== undefined && { outputFiles }),
    }),
  },
  check: containerProblems,
  local: 'script',
  view: (container, context) => ({
    script: shellCode(containerScript(container, context)),
    files: map({
      'docker.sh': program('docker-run.support.sh'),
      'deferred.sh': hasDeferred(context, container.properties.env)
        ? program('docker-run.deferred.support.sh')
        : undefined,
      commands: container.properties.commands && text(containerCommands(container.properties, context)),
    }),
    stop: shellCode('. "$FLOWGATE_TASK_DIR/docker.sh"; remove_container'),
    outputFiles: messages(container.properties.outputFiles),
    setsDeferred: setsDeferred(context, container.properties.env),
  }),
  examples: [
    {
      title: 'Build in a container',
      yaml: `id: container-build
namespace: examples
description: Builds a project inside a container.
variables:
  NODE_IMAGE: node:22-alpine
tasks:
  - id: build
    type: dev.vendor.plugin.docker.run
    containerImage: "{{ variables.NODE_IMAGE }}"
    commands:
      - cd /app
      - npm ci
      - npm run build
    volumes:
      - {hostPath: ./checkout, path: /app}
    memory: 2g
    timeout: 15m
`,
    },
    {
      title: "Run the image's own command on two GPUs",
      yaml: `- id: train
  type: dev.vendor.plugin.docker.run
  containerImage: registry.example/train:4
  env: {EPOCHS: "20"}
  deviceRequests:
    - {driver: nvidia, count: 2, capabilities: [gpu, compute]}
`,
    },
    {
      title: 'Run as another user and keep a file',
      yaml: `- id: report
  type: dev.vendor.plugin.docker.run
  containerImage: alpine:3
  pullPolicy: ALWAYS
  user: "1000:1000"
  cpu: 1.5
  commands:
    - date > report.txt
  outputFiles: [report.txt]
`,
    },
    {
      title: "Run as the image's user, with the libraries of ROS",
      yaml: `- id: listen
  type: dev.vendor.plugin.docker.run
  containerImage: ros:humble
  user: image
  env: {LD_LIBRARY_PATH: /opt/ros/humble/lib, PYTHONPATH: /opt/ros/humble/lib/python3.10/site-packages}
  commands: [python3 listen.py]
`,
    },
    {
      title: 'Start a service that outlives the task',
      yaml: `- id: serve
  type: dev.vendor.plugin.docker.run
  containerImage: nginx:1
  portBindings: ["8080:80"]
  wait: false
`,
    },
    {
      title: 'A privileged container causes a warning',
      yaml: `- id: image
  type: dev.vendor.plugin.docker.run
  containerImage: docker:dind
  privileged: true
`,
      problems: ['privileged-container'],
    },
    {
      title: 'A misspelled policy',
      yaml: '- {id: pull, type: dev.vendor.plugin.docker.run, containerImage: alpine, pullPolicy: ALLWAYS}\n',
      problems: ['invalid-value'],
    },
  ],
});

function containerProblems({ properties, outputSchema }: TaskOf<DockerProperties>): Problem<'privileged-container'>[] {
  const problems: Problem<'privileged-container'>[] = [];
  if (properties.privileged !== undefined && properties.privileged !== false) {
    const subject =
      properties.privileged === true ? 'A privileged container has' : 'If this value is true, the container has';
    const message = `${subject} full access to the agent; deviceRequests, volumes or user may be enough.`;
    problems.push({ code: 'privileged-container', message, path: ['privileged'] });
  }
  if (properties.wait === false && Object.keys(outputSchema).length > 0) {
    const message =
      'A task that does not wait for its container cannot return outputs; remove "wait" or "outputSchema".';
    problems.push({ code: 'conflicting-properties', message, path: ['wait'], at: 'key' });
  }
  properties.deviceRequests?.forEach(({ capabilities = [] }, index) => {
    if (capabilities.length < 2 || capabilities.every((entry) => typeof entry === 'string')) return;
    const message = '"capabilities" can contain only one list: the capabilities that the driver must have.';
    problems.push({ code: 'invalid-value', message, path: ['deviceRequests', index, 'capabilities'] });
  });
  return problems;
}

/** The task's steps in shell, which the support file defines. */
function containerScript({ id, properties }: TaskOf<DockerProperties>, context: TaskContext): string {
  const {
    containerImage,
    user,
    env = {},
    volumes = [],
    portBindings = [],
    cpu,
    memory,
    pullPolicy,
    deviceRequests = [],
  } = properties;
  return linesOfShell([
    '. "$FLOWGATE_TASK_DIR/docker.sh"',
    ...exportsForSteps(env),
    ...Object.keys(env)
      .filter((name) => stepName(name) === name)
      .map((name) => `FLOWGATE_NAMES="$FLOWGATE_NAMES ${name}"`),
    ...(hasDeferred(context, env) ? ['. "$FLOWGATE_TASK_DIR/deferred.sh"', 'pass_deferred'] : []),
    user === undefined ? 'option --user="$(id -u):$(id -g)"' : `as_user ${shellWord(user)}`,
    ...volumes.map(
      ({ hostPath, path, readOnly }) =>
        `volume ${shellWord(hostPath)} ${shellWord(path)}${readOnly === undefined ? '' : ` ${shellBoolean(readOnly, false)}`}`,
    ),
    ...portBindings.map((binding) =>
      typeof binding === 'string' ? `option --publish=${shellWord(binding)}` : publish(binding),
    ),
    ...(cpu === undefined ? [] : [`value_option cpus ${shellNumber(cpu)}`]),
    ...(memory === undefined ? [] : [`value_option memory ${shellWord(memory)}`]),
    ...(pullPolicy === undefined ? [] : [`option --pull=${pullWords[pullPolicy]}`]),
    ...deviceRequests.map((request) => `option --gpus=${gpus(request)}`),
    ...(properties.privileged === undefined ? [] : [`privileged ${shellBoolean(properties.privileged, false)}`]),
    ...(properties.wait === undefined ? [] : [`wait_for_container ${shellBoolean(properties.wait, true)}`]),
    `run_container ${id} ${shellWord(containerImage)}`,
  ]);
}

/**
 * The script in the container. A user without a writable home gets /tmp, unless the flow sets HOME. Deferred variables
 * are set by the first shell, and the second one runs the commands.
 */
function containerCommands({ commands = [], env = {} }: DockerProperties, context: TaskContext): string {
  const names = [...context.variables.map(({ name }) => name), ...Object.keys(env)];
  return linesOfShell([
    ...(hasDeferred(context, env) ? [setDeferred] : []),
    ...(names.includes('HOME') ? [] : ['[ -w "${HOME:-/}" ] || export HOME=/tmp']),
    ...commands.map(shellText),
  ]);
}

/** One line, because messages of the shell have line numbers. */
const setDeferred = [
  'if [ -n "${FLOWGATE_DEFERRED-}${FLOWGATE_DEFERRED_OF_SHELLS-}" ]',
  'then [ -n "${BASH_VERSION-}${KSH_VERSION-}" ] || FLOWGATE_DEFERRED="$FLOWGATE_DEFERRED $FLOWGATE_DEFERRED_OF_SHELLS"',
  'for flowgate_name in $FLOWGATE_DEFERRED; do eval "export $flowgate_name=\\"\\$FLOWGATE_DEFERRED_$flowgate_name\\""; done',
  'unset FLOWGATE_DEFERRED FLOWGATE_DEFERRED_OF_SHELLS',
  'exec /bin/sh -e "$0"',
  'fi',
].join('; ');

/** A port binding, as arguments for the support file. */
function publish({ containerPort, hostPort, hostIp = '', protocol = 'tcp' }: PortBinding): string {
  return `publish ${shellNumber(containerPort)} ${shellNumber(hostPort)} ${shellWord(hostIp)} ${protocol}`;
}

/**
 * A device request for docker's `--gpus`, as a shell word: fields separated by commas, with quotes around fields that
 * contain commas.
 */
function gpus({ driver, count, deviceIds, capabilities = [] }: DeviceRequest): string {
  const number =
    typeof count === 'string' ? `'${shellNumber(count, -1)}'` : count === undefined || count < 0 ? 'all' : count;
  return `'${[
    ...(driver === undefined ? [] : [`driver=${driver}`]),
    deviceIds === undefined ? `count=${number}` : `"device=${deviceIds.join(',')}"`,
    ...(capabilities.length === 0 ? [] : [`"capabilities=${capabilities.flat().join(',')}"`]),
  ].join(',')}'`;
}
