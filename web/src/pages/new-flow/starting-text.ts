/** The source of a flow with another id, for a copy of it. YAML or JSON; everything else stays. */
export function copiedSource(source: string, id: string): string {
  return source.replace(
    /^(\s*"?id"?\s*:\s*)(["']?)[\w.-]+\2/m,
    (_, key: string, quote: string) => `${key}${quote}${id}-copy${quote}`,
  );
}

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
