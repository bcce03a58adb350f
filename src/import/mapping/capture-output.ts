import { plainTypes } from '../../language/input-types/input-types.ts';
import type { Call, Expression, Span } from '../groovy/syntax.ts';
import { constantOf } from './constant-of.ts';
import type { ByHand, DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';
import { shellOf } from './shell-of.ts';
import { toStep } from './step-handlers.ts';
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
  if (script === undefined || constantOf(step.named.get('returnStdout') ?? call, scope) !== true) {
    return { byHand: 'a task returns no status or bytes of a script' };
  }
  if (!/^[A-Za-z]\w*$/.test(name)) return { byHand: `a field of a task cannot be called ${name}` };
  const written = shellOf(script, scope);
  if ('byHand' in written) return written;
  const id = mapping.taskId(...(scope.stageId === undefined ? [] : [scope.stageId]), name);
  const commands = [
    `value=$(${/\n|#/.test(written.text) ? `\n${written.text.trimEnd()}\n` : written.text})`,
    `printf '{"${name}": "%s"}\\n' "$(printf '%s' "$value" | sed 's/[\\\\"]/\\\\&/g')"`,
  ];
  const task = shellTask({ script: commands.join('\n') }, span, id, scope);
  const reference = `task_outputs.${id}.${name}`;
  return {
    task: {
      ...task,
      isReferenced: true,
      common: { ...task.common, outputSchema: { [name]: { type: plainTypes.string } } },
    },
    known: { text: `{{ ${reference} }}`, operand: reference, form: 'text' },
    differs: [
      ...written.differs,
      'the output must be a single line',
      ...(value === call ? ['it has no line break at its end'] : []),
    ],
  };
}

/** The call of `sh`, `.trim()` around it or not. */
function capturingCall(value: Expression): Call | undefined {
  if (value.kind !== 'call') return undefined;
  if (value.of === undefined) return value.name === 'sh' ? value : undefined;
  return value.name === 'trim' && value.arguments.length === 0 ? capturingCall(value.of) : undefined;
}
