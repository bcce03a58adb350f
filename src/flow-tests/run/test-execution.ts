/** What tests of flows see as their execution (docs/reference/flow-tests.md). */
export const testExecution = {
  id: '00000000000000000000000000',
  /** The start of `execution.url`. */
  executionsUrl: 'https://flowgate.example/ui/executions/',
} as const;
