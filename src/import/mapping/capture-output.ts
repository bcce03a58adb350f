import { plainTypes } from '../../language/input-types/input-types.ts';
import type { Call, Expression, Span } from '../groovy/syntax.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';
import { shellOf } from './shell-of.ts';
import { toStep } from './step-handlers.ts';
import { stepId } from './steps/reading.ts';
import { shellTask } from './steps/shell-task.ts';

interface Captured {
  readonly task: DraftTask;
  readonly known: KnownValue;
  readonly differs: readonly string[];
}

/**
 * `sh(script: ..., returnStdout: true).trim()`: a task that returns the output as a field. Undefined if the value is
 * something else.
 */
export function captureOutput(
  name: string,
  value: Expression,
  span: Span,
  scope: Scope,
  mapping: PipelineMapping,
): Captured | ByHand | undefined {
  const call = capturingCall(value);
  if (call === undefined) return undefined;
  const step = toStep(call);
  const script = step.named.get('script');
  const returns = (word: string) => constantOf(step.named.get(word) ?? call, scope) === true;
  const isStatus = returns('returnStatus');
  if (script === undefined || (!isStatus && !returns('returnStdout'))) {
    return { byHand: 'what the step returns is computed' };
  }
  if (!/^[A-Za-z]\w*$/.test(name)) return { byHand: `${name} is not a valid name of an output` };
  const written = shellOf(script, scope);
  if ('byHand' in written) return written;
  if (written.text.startsWith('#!')) return { byHand: 'a script with its own interpreter returns no output' };
  const id = stepId(mapping, scope, name);
  const commands = isStatus ? statusOf(name, written.text) : outputOf(name, written.text);
  const task = shellTask({ script: commands.join('\n') }, span, id, scope);
  const reference = `task_outputs.${id}.${name}`;
  return {
    task: {
      ...task,
      isReferenced: true,
      common: { ...task.common, outputSchema: { [name]: { type: isStatus ? plainTypes.integer : plainTypes.string } } },
    },
    known: { text: `{{ ${reference} }}`, operand: reference, form: isStatus ? 'number' : 'text' },
    differs: [
      ...written.differs,
      ...(isStatus ? [] : ['the output must be a single line']),
      ...(isStatus || value !== call ? [] : ['it has no line break at its end']),
    ],
  };
}

/** Shell code that prints the output of a script as a field. */
function outputOf(name: string, script: string): readonly string[] {
  return [
    `value=$(${/[\n#;]/.test(script) ? `\nset -e\n${script.trimEnd()}\n` : script})`,
    `printf '{"${name}": "%s"}\\n' "$(printf '%s' "$value" | sed 's/[\\\\"]/\\\\&/g')"`,
  ];
}

/** Shell code that prints the status of a script, whose own failures do not end the task. */
function statusOf(name: string, script: string): readonly string[] {
  // Left of `||`, a shell ignores `set -e`.
  return ['set +e', `(\nset -e\n${script.trimEnd()}\n)`, `printf '{"${name}": %d}\\n' "$?"`];
}

/** The call of `sh`, `.trim()` around it or not. */
function capturingCall(value: Expression): Call | undefined {
  if (value.kind !== 'call') return undefined;
  if (value.of === undefined) return value.name === 'sh' ? value : undefined;
  return value.name === 'trim' && value.arguments.length === 0 ? capturingCall(value.of) : undefined;
}
