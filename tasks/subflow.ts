import { defineTask } from '../src/language/task-types/task-contract.ts';

export const task = defineTask({
  type: 'core.flow.Subflow',
  title: 'Run another flow',
  description: `Runs the tasks of another flow at this place in the same build. The called flow sees only its own inputs, defaults and variables.
Its outputs are the outputs of this task; declaring them in \`outputSchema\` is optional. An output can be null, for example because
a task in the called flow was skipped: then the field has no value. With \`required: true\` in \`outputSchema\`, the call fails instead. Its checks run when the call starts, and
its \`errors\` and \`finally\` run around its tasks. \`run_if\`, \`retry\`, \`timeout\` and \`allow_failure\` apply to the call as a whole.

Without \`revision\`, the call uses the revision that is the latest when Flowgate accepts an execution or pushes the flow to Jenkins.

With \`separate: true\`, the called flow runs as an execution of its own, with its own record, log and restart. The calling flow
holds no executor while it waits, and continues with the outputs. \`wait: false\` only starts it. The task also returns the id of the execution
as \`execution\`. It must be in \`tasks\` of the flow itself, or be the only task of a ForEach in \`tasks\`, which can then have 10,000 items.
A secret is passed only to an input of type SECRET, and outputs of type SECRET are not returned.

Calling a flow that does not exist yet causes a warning. A disabled flow, a call cycle and invalid inputs are errors. To write or run this
flow, you need the right to execute the called one. Pass a SECRET or FILE as a single reference.`,
  properties: {
    required: ['namespace', 'flowId'],
    properties: {
      namespace: {
        type: 'string',
        pattern: '^[a-z0-9][a-z0-9._-]*$',
        'x-language': 'verbatim',
        'x-expected': 'a namespace: lowercase letters, digits, ".", "_" and "-"',
        description: 'The namespace of the flow to call.',
      },
      flowId: {
        type: 'string',
        pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]*$',
        'x-language': 'verbatim',
        'x-expected': 'the id of a flow: letters, digits, ".", "_" and "-"',
        description: 'The id of the flow to call.',
      },
      revision: {
        type: 'integer',
        minimum: 1,
        'x-language': 'verbatim',
        description: 'The revision to run. Default: the latest.',
      },
      inputs: {
        type: 'object',
        description: 'A map of input ids to values. Strings can contain references of the calling flow.',
      },
      separate: {
        type: 'boolean',
        'x-language': 'verbatim',
        description: 'Whether the flow runs as an execution of its own. Default: false.',
      },
      wait: {
        type: 'boolean',
        'x-language': 'verbatim',
        description: 'With `separate`: whether the task waits for the end of the execution. Default: true.',
      },
    },
  },
  check({ properties: { separate = false, wait } }) {
    if (separate || wait === undefined) return [];
    const message = '"wait" has no effect without "separate: true".';
    return [{ code: 'conflicting-properties', message, path: ['wait'] }];
  },
  fromJenkins: {
    call: ({ namespace, flowId, inputs, isAwaited }) => ({
      namespace,
      flowId,
      ...(Object.keys(inputs).length > 0 && { inputs }),
      ...(!isAwaited && { separate: true, wait: false }),
    }),
  },
  subflow: ({ properties: { namespace, flowId, revision, inputs = {}, separate = false, wait = true } }) => ({
    namespace,
    flowId,
    ...(revision !== undefined && { revision }),
    inputs,
    ...(separate && { separate: { untilEnd: wait } }),
  }),
  examples: [
    {
      title: 'Call a flow and use its output',
      yaml: `id: deliver
namespace: devops
description: Builds a service and reports its image.
inputs:
  - {id: service, type: STRING}
tasks:
  - id: build
    type: dev.vendor.plugin.core.flow.Subflow
    namespace: ci
    flowId: build-service
    inputs:
      service: "{{ inputs.service }}"
      version: v1.0.0
    outputSchema:
      image: {type: STRING}
  - id: done
    type: dev.vendor.plugin.core.log.Log
    message: Built {{ task_outputs.build.image }}
`,
    },
    {
      title: 'Pin a revision',
      yaml: '- {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: ci, flowId: build-service, revision: 3}\n',
    },
    {
      title: 'Run it as an execution of its own, at most for an hour',
      yaml: `- id: build
  type: dev.vendor.plugin.core.flow.Subflow
  namespace: ci
  flowId: build-service
  inputs: {version: v1.0.0}
  separate: true
  timeout: 1h
`,
    },
    {
      title: 'Only start it',
      yaml: `id: report
namespace: devops
description: Starts a clean-up, and names its execution.
tasks:
  - id: clean
    type: dev.vendor.plugin.core.flow.Subflow
    namespace: ci
    flowId: clean-up
    separate: true
    wait: false
  - id: told
    type: dev.vendor.plugin.core.log.Log
    message: Started {{ task_outputs.clean.execution }}
`,
    },
    {
      title: 'An inlined call always waits',
      yaml: '- {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: ci, flowId: build-service, wait: false}\n',
      problems: ['conflicting-properties'],
    },
    {
      title: 'A namespace is lower case',
      yaml: '- {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: CI, flowId: build-service}\n',
      problems: ['invalid-value'],
    },
  ],
});
