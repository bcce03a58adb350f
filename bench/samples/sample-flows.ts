/** A flow of about 2 KB with inputs, variables and ten tasks of several types; `seed` makes each document different. */
export function sampleFlow(seed: number): string {
  return `id: nightly-report
namespace: bench.fleet
description: Builds, tests and reports (${seed}).
labels:
  team: perception
inputs:
  - id: branch
    type: STRING
    pattern: '^[a-z0-9/-]{2,64}$'
  - id: depth
    type: ENUM
    values: [quick, full]
    defaults: quick
  - id: limit
    type: INT
    defaults: 100
    min: 1
    max: 1000
  - id: publish
    type: BOOLEAN
    defaults: false
variables:
  REPORT: "report-{{ inputs.branch }}.json"
tasks:
  - id: measure
    type: dev.vendor.plugin.scripts.python.Script
    timeout: 600s
    script: |
      import json, os
      print(json.dumps({"files": int(os.environ["LIMIT"])}))
    outputSchema:
      files:
        type: INT
${Array.from({ length: 8 }, (_, index) => sampleStep(index)).join('')}  - id: done
    type: dev.vendor.plugin.core.log.Log
    run_if: "{{ inputs.publish and task_outputs.measure.files > 3 }}"
    message: "{{ variables.REPORT }} at depth {{ inputs.depth }}"
outputs:
  - id: files
    type: INT
    value: "{{ task_outputs.measure.files }}"
`;
}

function sampleStep(index: number): string {
  return `  - id: step-${index}
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "step ${index} of {{ inputs.branch }}"
    retry:
      max_attempt: 3
      interval: 2s
`;
}

/** A flow with an even number of tasks, every second one with a condition, retries and a timeout. */
export function flowOfSize(tasks: number): string {
  return `id: size-${tasks}
namespace: bench
description: A flow of ${tasks} tasks.
inputs:
  - {id: branch, type: STRING}
  - {id: depth, type: ENUM, values: [quick, full], defaults: quick}
  - {id: limit, type: INT, defaults: 100}
  - {id: publish, type: BOOLEAN, defaults: false}
variables:
  REPORT: "report-{{ inputs.branch }}.json"
tasks:
${Array.from({ length: tasks / 2 }, (_, index) => taskPair(index)).join('')}`;
}

function taskPair(index: number): string {
  return `  - id: measure-${index}
    type: dev.vendor.plugin.scripts.python.Script
    timeout: 600s
    script: |
      import json, os
      print(json.dumps({"files": int(os.environ["LIMIT"]), "empty": False}))
    outputSchema: {files: {type: INT}, empty: {type: BOOLEAN}}
  - id: alarm-${index}
    type: dev.vendor.plugin.core.shell.Shell
    run_if: "{{ inputs.publish and task_outputs.measure-${index}.files > 3 }}"
    retry: {type: exponential, max_attempt: 3, interval: 2s, max_interval: 30s}
    commands: ['echo "\${REPORT}: {{ task_outputs.measure-${index}.files }} of {{ inputs.branch }}"']
`;
}

/** Valid values for the sample flow. */
export function sampleInputs(seed: number): string {
  return JSON.stringify({
    inputs: { branch: `drive-${seed}`, depth: 'full', limit: 1 + (seed % 1000), publish: true },
  });
}

/** A flow that only logs. */
export function logFlow(tasks: number): string {
  return manyTasks('logs', tasks, 'core.log.Log', 'message: "step"');
}

/** A flow whose scripts do nothing. */
export function shellFlow(tasks: number): string {
  return manyTasks('scripts', tasks, 'core.shell.Shell', "commands: ['true']");
}

function manyTasks(id: string, tasks: number, type: string, property: string): string {
  const task = (index: number) => `  - {id: task-${index}, type: dev.vendor.plugin.${type}, ${property}}\n`;
  return `id: ${id}\nnamespace: bench\ntasks:\n${Array.from({ length: tasks }, (_, index) => task(index)).join('')}`;
}

/** A loop over so many items, each with one task. */
export function loopFlow(id: string, items: number, task: string, concurrency = 1): string {
  const values = Array.from({ length: items }, (_, index) => `n${index}`).join(', ');
  return `id: ${id}
namespace: bench
tasks:
  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: [${values}]
    max_items: ${items}
    concurrency: ${concurrency}
    tasks: [${task}]
`;
}

/** The smallest flow that greets. */
export const helloFlow = `id: hello
namespace: bench
tasks:
  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: [echo hello]}
`;

/** A flow that takes a fifth of a second. */
export const queuedFlow = `id: queued
namespace: bench
tasks:
  - {id: wait, type: dev.vendor.plugin.core.shell.Shell, commands: [sleep 0.2]}
`;

const words = 'with a few more words, as long as the lines of most logs';

/** A flow that writes so many lines at once. */
export function countingFlow(lines: number): string {
  return `id: counting
namespace: bench
tasks:
  - {id: count, type: dev.vendor.plugin.core.shell.Shell, commands: ['seq -f "line %.0f ${words}" 1 ${lines}']}
`;
}

/** A flow that writes so many lines in a hundred parts, during ten seconds or more. */
export function slowCountingFlow(lines: number): string {
  return `id: slow
namespace: bench
tasks:
  - id: count
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - for i in $(seq 0 99); do seq -f "line %.0f ${words}" $((i * ${lines / 100} + 1)) $(((i + 1) * ${lines / 100})); sleep 0.1; done
`;
}
