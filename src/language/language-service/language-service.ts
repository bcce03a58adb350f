import type { TextRange } from '../../base/problem/problem.ts';
import type { FlowKey } from '../flow/flow-key.ts';
import { callsOf, interfaceOf } from './called-flows.ts';
import { completeFlow } from './complete-flow.ts';
import type { Completion } from './completion.ts';
import { viewFlow, type FlowView } from './flow-view.ts';
import { hoverFlow, type Hover } from './hover-flow.ts';
import { prepareLanguage, type CalledFlow, type LanguageFacts } from './language-facts.ts';
import { definitionAt, occurrencesAt, type Occurrences } from './navigate-flow.ts';
import { renameInFlow, type Rename } from './rename-in-flow.ts';

/** An input, variable or task. */
export interface FlowSymbol {
  readonly kind: 'input' | 'variable' | 'task';
  readonly name: string;
  readonly range: TextRange;
  /** The id of the block around a task. */
  readonly block?: string;
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
  const language = prepareLanguage(facts);
  const view = (text: string): FlowView => viewFlow(text, language.shapes);
  return {
    complete: (text, offset) => completeFlow(text, offset, language),
    hover: (text, offset) => hoverFlow(text, offset, language),
    definition: (text, offset) => definitionAt(text, offset, language),
    references: (text, offset) => occurrencesAt(text, offset, language),
    symbols: (text) => symbolsOf(view(text)),
    rename: (text, offset, newName) => renameInFlow(text, offset, { newName, language }),
    calls: (text) => callsOf(view(text)),
    interfaceOf: (text) => interfaceOf(view(text)),
  };
}

function symbolsOf({ names: { inputs, variables, tasks } }: FlowView): readonly FlowSymbol[] {
  return [
    ...inputs.map(({ name, range }): FlowSymbol => ({ kind: 'input', name, range })),
    ...variables.map(({ name, range }): FlowSymbol => ({ kind: 'variable', name, range })),
    ...tasks.map(({ name, range, places }): FlowSymbol => {
      const around = places.at(-1);
      return { kind: 'task', name, range, ...(around !== undefined && { block: tasks[around.block]?.name }) };
    }),
  ].filter(({ name }) => name !== '');
}
