import type { FlowKey } from '../language/flow/flow-key.ts';
import type { TextRange } from '../problem/problem.ts';
import { callsOf, interfaceOf } from './called-flows.ts';
import { completeFlow } from './complete-flow.ts';
import type { Completion } from './completion.ts';
import { viewFlow } from './flow-view.ts';
import { hoverFlow, type Hover } from './hover-flow.ts';
import type { CalledFlow, LanguageFacts } from './language-facts.ts';
import { definitionAt, occurrencesAt, type Occurrences } from './navigate-flow.ts';
import { renameInFlow, type Rename } from './rename-in-flow.ts';
import { FlowSchema } from './schema-view.ts';

/** An input, variable or task. */
export interface FlowSymbol {
  readonly kind: 'input' | 'variable' | 'task';
  readonly name: string;
  readonly range: TextRange;
}

/**
 * Help for writing a flow in an editor. All offsets count UTF-16 code units, and every method accepts any text, also one
 * that is being typed and that no parser accepts. It needs neither Node.js nor a browser. Problems are not its work: see
 * `checkFlow` and `POST /flows/validate`.
 */
export interface LanguageService {
  complete(text: string, offset: number): readonly Completion[];
  hover(text: string, offset: number): Hover | undefined;
  /** The range of the declaration that a reference means. */
  definition(text: string, offset: number): TextRange | undefined;
  references(text: string, offset: number): Occurrences | undefined;
  /** The declarations in the flow, in the order of the document's sections. */
  symbols(text: string): readonly FlowSymbol[];
  rename(text: string, offset: number, newName: string): Rename;
  /** The flows that the flow calls, each once; see `LanguageFacts.calledFlow`. */
  calls(text: string): readonly FlowKey[];
  /** The interface of the flow for its callers. */
  interfaceOf(text: string): CalledFlow;
}

export function createLanguageService(facts: LanguageFacts): LanguageService {
  const schema = new FlowSchema(facts.schema);
  return {
    complete: (text, offset) => completeFlow(text, offset, { facts, schema }),
    hover: (text, offset) => hoverFlow(text, offset, { facts, schema }),
    definition: (text, offset) => definitionAt(text, offset, schema),
    references: (text, offset) => occurrencesAt(text, offset, schema),
    symbols: symbolsOf,
    rename: (text, offset, newName) => renameInFlow(text, offset, { newName, schema }),
    calls: (text) => callsOf(viewFlow(text)),
    interfaceOf: (text) => interfaceOf(viewFlow(text)),
  };
}

function symbolsOf(text: string): readonly FlowSymbol[] {
  const { inputs, variables, tasks } = viewFlow(text).names;
  const listed = { input: inputs, variable: variables, task: tasks };
  return (['input', 'variable', 'task'] as const).flatMap((kind) =>
    listed[kind].filter(({ name }) => name !== '').map(({ name, range }) => ({ kind, name, range })),
  );
}
