import { defineTask, type JsonObject } from '../src/language/task-types/task-contract.ts';

interface SubflowProperties {
  readonly namespace: string;
  readonly flowId: string;
  readonly revision?: number;
  readonly inputs?: JsonObject;
}

export const task = defineTask<SubflowProperties>({
  type: 'core.flow.Subflow',
  title: 'Run another flow',
  description: `Runs the tasks of another flow in this place of the same build. The other flow sees its own inputs and variables
alone, and its defaults; its outputs are the outputs of this task, which \`outputSchema\` may declare but need not. Its checks are
looked at when it starts, its errors and finally run around its tasks, and \`run_if\`, \`retry\`, \`timeout\` and
\`allow_failure\` of this task hold for it as a whole.

Without \`revision\` the latest one is taken when an execution is accepted or the flow is pushed to Jenkins, and stays. A flow
that does not exist yet is a warning; one that is disabled, calls in a circle, or inputs that do not fit are errors. Whoever
writes or runs this flow needs the right to execute the other one. A SECRET or FILE is passed by a reference alone.`,
  properties: {
    required: ['namespace', 'flowId'],
    properties: {
      namespace: {
        type: 'string',
        pattern: '^[a-z0-9][a-z0-9._-]*$',
        'x-language': 'verbatim',
        'x-expected': 'a namespace: lower-case letters, digits, ".", "_" and "-"',
        description: 'The namespace of the other flow.',
      },
      flowId: {
        type: 'string',
        pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]*$',
        'x-language': 'verbatim',
        'x-expected': 'the id of a flow: letters, digits, ".", "_" and "-"',
        description: 'The id of the other flow.',
      },
      revision: {
        type: 'integer',
        minimum: 1,
        'x-language': 'verbatim',
        description: 'The revision that runs; the latest one by default.',
      },
      inputs: {
        type: 'object',
        description: 'Ids of its inputs to their values; texts may hold references of this flow.',
      },
    },
  },
  subflow: ({ properties: { namespace, flowId, revision, inputs = {} } }) => ({
    namespace,
    flowId,
    ...(revision !== undefined && { revision }),
    inputs,
  }),
  examples: [
    {
      title: 'Build a service and use the image that it returns',
      yaml: `id: deliver
namespace: devops
description: Builds a service and says what came out.
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
      title: 'One revision, whatever comes after it',
      yaml: '- {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: ci, flowId: build-service, revision: 3}\n',
    },
    {
      title: 'A namespace is lower-case',
      yaml: '- {id: build, type: dev.vendor.plugin.core.flow.Subflow, namespace: CI, flowId: build-service}\n',
      problems: ['invalid-value'],
    },
  ],
});
