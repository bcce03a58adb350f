import type { TaskSection } from '../../../language/flow/flow.ts';
import { groovy, indentGroovy, joinGroovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyName } from '../../../groovy/quote.ts';
import { chunks } from './compose-values.ts';

/** The parts of a flow: the statements that run each list of tasks, and which other parts it has. */
export interface FlowParts {
  readonly values: boolean;
  readonly tasks: readonly GroovyCode[];
  readonly errors: readonly GroovyCode[];
  readonly atEnd: readonly GroovyCode[];
  readonly outputs: boolean;
}

/**
 * The expression that runs a flow, `runFlow(flow_1(), tasks: {...})`, or `runSubflow(task, ...)` for one that a task
 * calls.
 */
export function composeFlowCall(number: number, isSubflow: boolean, parts: FlowParts): GroovyCode {
  const flow = groovyName(`flow_${number}`);
  const block = (calls: readonly GroovyCode[]): GroovyCode =>
    calls.length === 0 ? groovy`{\n}` : groovy`{\n${indentGroovy(joinGroovy(calls, '\n'), 2)}\n}`;
  const lines = [
    groovy`${flow}()`,
    ...(parts.values ? [groovy`read: { ${flow}_values() }`] : []),
    groovy`tasks: ${block(parts.tasks)}`,
    ...(parts.errors.length > 0 ? [groovy`errors: ${block(parts.errors)}`] : []),
    ...(parts.atEnd.length > 0 ? [groovy`atEnd: ${block(parts.atEnd)}`] : []),
    ...(parts.outputs ? [groovy`outputs: { ${flow}_outputs() }`] : []),
  ];
  const call = isSubflow ? groovy`runSubflow(task,` : groovy`runFlow(`;
  return groovy`${call}\n${indentGroovy(joinGroovy(lines, ',\n'), 2)}\n)`;
}

/**
 * The max number of calls in one method. With each step, Jenkins saves all remaining calls of the running methods, so a
 * long list is split into methods, about as many as each has calls.
 */
const maxDirectCalls = 10;

/** The calls that run a list of tasks: those of its tasks, or of the methods that a long list is split into. */
export function groupCalls(
  calls: readonly GroovyCode[],
  { number, section }: { readonly number: number; readonly section: TaskSection },
): { readonly calls: readonly GroovyCode[]; readonly methods: readonly GroovyCode[] } {
  if (calls.length <= maxDirectCalls) return { calls, methods: [] };
  const methods: GroovyCode[] = [];
  const method = (suffix: string, statements: readonly GroovyCode[]): GroovyCode => {
    const name = groovyName(`flow_${number}_${section}${suffix}`);
    methods.push(groovy`void ${name}() {\n${indentGroovy(joinGroovy(statements, '\n'), 2)}\n}`);
    return groovy`${name}()`;
  };
  const parts = chunks(calls, Math.max(maxDirectCalls, Math.ceil(Math.sqrt(calls.length))));
  const grouped = parts.map((part, index) => method(`_${index + 1}`, part));
  return { calls: [method('', grouped)], methods };
}

/** Steps that remove all input files from the workspace at the end. */
export function withFiles(steps: GroovyCode): GroovyCode {
  return groovy`withFiles {\n${indentGroovy(steps, 2)}\n}`;
}
