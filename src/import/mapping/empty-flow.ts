import type { FlowDraft } from './mapping.ts';

/** A flow to which a mapping adds everything but its names. */
export function emptyFlow(names: Pick<FlowDraft, 'id' | 'namespace' | 'description'>): FlowDraft {
  return {
    ...names,
    inputs: new Map(),
    variables: new Map(),
    tasks: [],
    errors: [],
    finally: [],
    triggers: [],
    locks: [],
    properties: new Map(),
  };
}
