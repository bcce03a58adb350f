/** The text of a new flow: the least that is valid and runs. */
export const startingText = `id: my-flow
namespace: examples
description: What this flow does.
inputs:
  - {id: name, type: STRING, defaults: World}
tasks:
  - id: greet
    type: dev.vendor.plugin.core.shell.Shell
    commands:
      - echo "Hello {{ inputs.name }}"
`;
