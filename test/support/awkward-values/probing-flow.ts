import type { JsonObject } from '../../../src/base/text/json-value.ts';
import type { Probe, ProbedCase } from './probes.ts';

/** What a variable adds around a value. */
export const composed = { before: '<', behind: '|$$ ${X} $X>' } as const;

/** Longer strings, in bytes, are reported by their SHA-256. */
const maxShown = 1000;

/** Strings are compared by bytes, other values as JSON. */
export const isText = ({ type }: Probe): boolean => type !== 'MULTISELECT' && type !== 'JSON';
export const isPublic = ({ type }: Probe): boolean => type !== 'SECRET';
export const isComposed = (probe: Probe): boolean => isText(probe) && !isLarge(probe);

/** Whether tasks print a digest: the bytes would be too long, or masked. */
export const isDigested = (probe: Probe): boolean => isLarge(probe) || !isPublic(probe);

function isLarge({ value }: Probe): boolean {
  return typeof value === 'string' && Buffer.byteLength(value) > maxShown;
}

/** The input that makes a build wait in its first task, in seconds. */
export const holdInput = 'hold';

/**
 * The flow that passes each value to each kind of task, after a first one that waits. Its tasks print what they saw, as
 * bytes.
 */
export function probingFlow({ flowId, probes }: ProbedCase): string {
  const shown = probes.filter(isPublic);
  const ofInput = (probe: Probe) => `{{ inputs.${probe.id} }}`;
  const typed = (probe: Probe, id: string, value: string) => ({ id, type: probe.type, value });
  return document(flowId, {
    inputs: [{ id: holdInput, type: 'INT', defaults: 0 }, ...declared(probes)],
    variables: Object.fromEntries(
      probes
        .filter(isComposed)
        .map((probe) => [variable(probe), `${composed.before}${ofInput(probe)}${composed.behind}`]),
    ),
    tasks: [
      { id: 'held', type: 'dev.vendor.plugin.core.shell.Shell', commands: ['sleep {{ inputs.hold }}'] },
      {
        id: 'shell',
        type: 'dev.vendor.plugin.core.shell.Shell',
        script: shellScript('shell', probes, { hasVariables: true }),
      },
      {
        id: 'bash',
        type: 'dev.vendor.plugin.core.shell.Bash',
        script: `${shellScript('bash', probes, { hasVariables: true })}${bashEnvironment(probes)}`,
      },
      { id: 'python', type: 'dev.vendor.plugin.scripts.python.Script', script: pythonScript(probes) },
      ...(shown.length === 0
        ? []
        : [
            {
              id: 'log',
              type: 'dev.vendor.plugin.core.log.Log',
              message: shown.map((probe) => `[[${probe.id}:${ofInput(probe)}:${probe.id}]]`),
            },
          ]),
      {
        id: 'called',
        type: 'dev.vendor.plugin.core.flow.Subflow',
        namespace: 'examples',
        flowId: `${flowId}-called`,
        inputs: Object.fromEntries(
          probes.filter(({ given }) => given !== undefined).map((probe) => [probe.id, ofInput(probe)]),
        ),
      },
      ...(shown.length === 0
        ? []
        : [fieldsTask(shown), { id: 'again', type: 'dev.vendor.plugin.core.shell.Shell', script: againScript(shown) }]),
    ],
    outputs: shown.flatMap((probe) => [
      typed(probe, `input-${probe.id}`, ofInput(probe)),
      typed(probe, `field-${probe.id}`, `{{ task_outputs.fields.${probe.id} }}`),
      typed(probe, `called-${probe.id}`, `{{ task_outputs.called.out-${probe.id} }}`),
      ...(isComposed(probe)
        ? [{ id: `variable-${probe.id}`, type: 'STRING', value: `{{ variables.${variable(probe)} }}` }]
        : []),
    ]),
  });
}

/** The flow that it calls, which must be stored first. */
export function calledFlow({ flowId, probes }: ProbedCase): string {
  return document(`${flowId}-called`, {
    inputs: declared(probes),
    tasks: [
      {
        id: 'shell',
        type: 'dev.vendor.plugin.core.shell.Shell',
        script: shellScript('called', probes, { hasVariables: false }),
      },
    ],
    outputs: probes
      .filter(isPublic)
      .map((probe) => ({ id: `out-${probe.id}`, type: probe.type, value: `{{ inputs.${probe.id} }}` })),
  });
}

/** Occupies an executor while others wait. */
export const blockingFlow = document('blocks', {
  tasks: [{ id: 'blocks', type: 'dev.vendor.plugin.core.shell.Shell', commands: ['sleep 600'] }],
});

function declared(probes: readonly Probe[]): JsonObject[] {
  return probes.map(({ id, type, declaration }) => ({ id, type, ...declaration }));
}

function variable({ id }: Probe): string {
  return `W_${id.toUpperCase()}`;
}

/** The function that prints what a task sees of a probe. */
function printer(probe: Probe): 'saw' | 'saw_digest' {
  return isDigested(probe) ? 'saw_digest' : 'saw';
}

const shellFunctions = `saw() { printf 'saw %s %s ' "$1" "$2"; printf %s "$3" | od -An -v -tx1 | tr -d ' \\n'; echo; }
saw_digest() { printf 'saw %s %s ' "$1" "$2"; printf %s "$3" | sha256sum | cut -c1-64; }
`;

function shellScript(
  place: string,
  probes: readonly Probe[],
  { hasVariables }: { readonly hasVariables: boolean },
): string {
  const lines = probes.flatMap((probe) => [
    `${printer(probe)} ${place} ${probe.id} "{{ inputs.${probe.id} }}"`,
    ...(hasVariables && isComposed(probe)
      ? [`${printer(probe)} ${place}-variable ${probe.id} "{{ variables.${variable(probe)} }}"`]
      : []),
  ]);
  return `${shellFunctions}${lines.join('\n')}\n`;
}

/** What a program started by bash finds in its environment. */
function bashEnvironment(probes: readonly Probe[]): string {
  const lines = probes.map(
    ({ id, ...rest }) =>
      `printf 'saw bash-environment ${id} '; printenv ${id.toUpperCase()} | head -c -1 | ${isDigested({ id, ...rest }) ? 'sha256sum | cut -c1-64' : "od -An -v -tx1 | tr -d ' \\n'; echo"}`,
  );
  return `${lines.join('\n')}\n`;
}

function againScript(probes: readonly Probe[]): string {
  const lines = probes.flatMap((probe) =>
    ['fields', 'called'].map(
      (task) =>
        `${printer(probe)} output-of-${task} ${probe.id} "{{ task_outputs.${task}.${task === 'called' ? 'out-' : ''}${probe.id} }}"`,
    ),
  );
  return `${shellFunctions}${lines.join('\n')}\n`;
}

function pythonScript(probes: readonly Probe[]): string {
  const lines = probes.flatMap((probe) => {
    const { id } = probe;
    const inCode = isText(probe) ? `{{ inputs.${id} }}` : `json.dumps({{ inputs.${id} }}, ensure_ascii=False)`;
    return [
      `saw("python", "${id}", text(${inCode}))`,
      ...(isComposed(probe) ? [`saw("python-string", "${id}", text("<{{ inputs.${id} }}>"))`] : []),
      `saw("python-environment", "${id}", os.environb[b"${id.toUpperCase()}"])`,
    ];
  });
  return `import hashlib, json, os
digested = ${JSON.stringify(probes.filter(isDigested).map(({ id }) => id))}
def text(value):
    return value.encode("utf-8", "surrogatepass")
def saw(place, id, data):
    print("saw", place, id, hashlib.sha256(data).hexdigest() if id in digested else data.hex())
${lines.join('\n')}
`;
}

function fieldsTask(probes: readonly Probe[]): JsonObject {
  const fields = probes.map(({ id }) => `"${id}": {{ inputs.${id} }}`);
  return {
    id: 'fields',
    type: 'dev.vendor.plugin.scripts.python.Script',
    script: `import json\nprint(json.dumps({${fields.join(', ')}}, ensure_ascii=False))\n`,
    outputSchema: Object.fromEntries(probes.map(({ id, type }) => [id, { type }])),
  };
}

/** A document as JSON, which is also YAML, with escapes for characters that YAML does not allow. */
function document(id: string, parts: JsonObject): string {
  return escaped({ id, namespace: 'examples', description: 'Passes awkward values on.', ...parts });
}

export function escaped(value: JsonObject): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufdd0-\ufdef\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
