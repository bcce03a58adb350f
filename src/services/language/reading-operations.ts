import { parseFlowDocument } from '../../language/document/parse-flow-document.ts';
import { checkFlow, problemsOf, type CheckFlowOptions } from '../../language/flow/check-flow.ts';
import type { ReadingOperations } from './flow-language.ts';

/** The operations that read documents, run in the calling thread. */
export function readingOperations(options: CheckFlowOptions): ReadingOperations {
  const { limits } = options;
  return {
    check: (source) => checkFlow(source, options),
    valueOf: (source) => parseFlowDocument(source, limits).document?.value,
    locate({ source, problems }) {
      const { document } = parseFlowDocument(source, limits);
      return document && problemsOf(problems, document);
    },
  };
}
