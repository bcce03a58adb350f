import type { Extension } from '@codemirror/state';
import type { LanguageFacts } from '../../../../src/language-service/language-facts.ts';
import { createLanguageService } from '../../../../src/language-service/language-service.ts';
import { CalledFlows, type LoadSource } from './called-flows.ts';
import { flowCompletion } from './flow-completion.ts';
import { flowDefinition } from './flow-definition.ts';
import { flowHover } from './flow-hover.ts';

export interface FlowLanguageOptions {
  readonly facts: LanguageFacts;
  readonly loadSource: LoadSource;
  readonly isReadOnly: boolean;
}

/** Help for writing a flow, by the language service that `npx flowgate lsp` has too. Load this module on demand. */
export function flowLanguage({ facts, loadSource, isReadOnly }: FlowLanguageOptions): Extension {
  const called = new CalledFlows({ load: loadSource, read: (source) => service.interfaceOf(source) });
  const service = createLanguageService({ ...facts, calledFlow: called.get });
  return [
    flowHover(async (text, offset) => {
      await called.loadAll(service.calls(text));
      return service.hover(text, offset);
    }),
    flowDefinition(service.definition),
    isReadOnly
      ? []
      : flowCompletion(async (text, offset) => {
          await called.loadAll(service.calls(text));
          return service.complete(text, offset);
        }),
  ];
}
