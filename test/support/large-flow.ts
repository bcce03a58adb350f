/** A flow of many tasks with a condition, retries, a timeout, outputs and a script of twenty lines on each. */
export function largeFlow(count: number): string {
  const tasks = Array.from({ length: count }, (_, index) => largeTask(index));
  return `id: large
namespace: tests
description: Everything on every task.
inputs:
  - {id: count, type: INT, defaults: 5}
  - {id: mode, type: ENUM, values: [fast, full], defaults: fast}
variables: {PLACE: "in {{ inputs.mode }}"}
tasks:
${tasks.join('')}`;
}

function largeTask(index: number): string {
  const common = `  - id: step-${index}
    description: Step ${index} of many.
    run_if: "{{ inputs.count >= 2 and inputs.mode in ['fast', 'full'] and not (inputs.count == ${index}) }}"
    retry: {type: exponential, max_attempt: 3, interval: 1s, max_interval: 30s}
    timeout: 10m
    allow_failure: true
`;
  const lines = Array.from(
    { length: 20 },
    (_, line) => `echo 'line ${line} of step ${index}, as long as lines in scripts usually are'`,
  );
  switch (index % 4) {
    case 0:
      return `${common}    type: dev.vendor.plugin.core.log.Log\n    message: "Step ${index} {{ variables.PLACE }} counts {{ inputs.count }}"\n`;
    case 1:
      return `${common}    type: dev.vendor.plugin.scripts.python.Script
    outputSchema: {number: {type: INT}, text: {type: STRING}}
    script: |
      import json
      print(json.dumps({"number": ${index}, "text": {{ inputs.mode }}}))
`;
    default:
      return `${common}    type: dev.vendor.plugin.core.shell.Shell
    outputFiles: ['*.txt', 'reports/**']
    script: |
${lines.map((line) => `      ${line}\n`).join('')}      echo "{{ variables.PLACE }}"
`;
  }
}
