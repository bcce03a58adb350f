import type { Span } from '../../groovy/syntax.ts';
import type { DraftTask } from '../draft-task.ts';
import type { Scope } from '../scope.ts';

export function shellTask(code: { script: string }, span: Span, id: string, _scope: Scope): DraftTask {
  return { id, shape: { kind: 'shell', ...code }, common: {}, comments: [], span };
}
