/** A flow of about 2 KB with inputs, variables and ten tasks of several types; `seed` makes it a document of its own. */
export function sampleFlow(seed: number): string {
  return `id: nightly-report
namespace: bench.fleet
description: Loads a recorded drive, measures it and reports what it found (${seed}).
labels: {team: perception, stage: nightly}
inputs:
  - {id: rosbag_id, type: STRING, pattern: '^[a-z0-9-]{4,64}$', description: The recording to load}
  - {id: depth, type: ENUM, values: [quick, full], defaults: quick, display_name: Analysis depth}
  - {id: limit, type: INT, defaults: 100, min: 1, max: 1000}
  - {id: publish, type: BOOLEAN, defaults: false}
variables:
  REPORT: "report-{{ inputs.rosbag_id }}.json"
tasks:
${Array.from({ length: 5 }, (_, index) => sampleTaskPair(index)).join('')}outputs:
  - {id: files, type: INT, value: "{{ task_outputs.measure-0.files }}"}
`;
}

/** A flow with any even number of tasks, every second one with a condition, retry and a time limit. */
export function flowOfSize(tasks: number): string {
  return `id: size-${tasks}
namespace: bench
description: A flow of ${tasks} tasks.
inputs:
  - {id: rosbag_id, type: STRING}
  - {id: depth, type: ENUM, values: [quick, full], defaults: quick}
  - {id: limit, type: INT, defaults: 100}
  - {id: publish, type: BOOLEAN, defaults: false}
variables:
  REPORT: "report-{{ inputs.rosbag_id }}.json"
tasks:
${Array.from({ length: tasks / 2 }, (_, index) => sampleTaskPair(index)).join('')}`;
}

function sampleTaskPair(index: number): string {
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
    commands: ['echo "\${REPORT}: {{ task_outputs.measure-${index}.files }} of {{ inputs.rosbag_id }}"']
`;
}

/** Values that the sample flow accepts. */
export function sampleInputs(seed: number): string {
  return JSON.stringify({ inputs: { rosbag_id: `drive-${seed}`, depth: 'full', limit: 1 + (seed % 1000), publish: true } });
}
