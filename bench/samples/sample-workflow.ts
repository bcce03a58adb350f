/**
 * A GitHub Actions workflow that is equivalent to `sampleFlow`, with the same size and number of keys: inputs of the
 * same types, a variable, ten steps, a condition and an output. `seed` makes each document different.
 */
export function sampleWorkflow(seed: number): string {
  return `name: nightly-report
run-name: Builds, tests and reports (${seed}).
on:
  workflow_dispatch:
    inputs:
      branch:
        description: What is built.
        type: string
        required: true
      depth:
        type: choice
        options: [quick, full]
        default: quick
      limit:
        description: From 1 to 1000.
        type: number
        default: 100
      publish:
        type: boolean
        default: false
env:
  REPORT: "report-\${{ inputs.branch }}.json"
permissions:
  contents: read
jobs:
  report:
    runs-on: ubuntu-latest
    outputs:
      files: "\${{ steps.measure.outputs.files }}"
    steps:
      - id: measure
        name: Count the files
        timeout-minutes: 10
        shell: python
        run: |
          import json, os
          print(json.dumps({"files": int(os.environ["LIMIT"])}))
        env:
          LIMIT: "\${{ inputs.limit }}"
${Array.from({ length: 8 }, (_, index) => sampleStep(index)).join('')}      - id: done
        if: "\${{ inputs.publish && steps.measure.outputs.files > 3 }}"
        run: echo "\${{ env.REPORT }} at depth \${{ inputs.depth }}"
`;
}

function sampleStep(index: number): string {
  return `      - id: step-${index}
        run: echo "step ${index} of \${{ inputs.branch }}"
        timeout-minutes: 3
        env:
          ATTEMPTS: 3
          INTERVAL: 2s
`;
}
