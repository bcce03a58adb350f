import type { Scope } from './scope.ts';

/** What every pipeline knows before its first directive: nothing is declared, and the variables that Jenkins sets. */
export function initialScope(): Scope {
  return {
    list: 'tasks',
    depth: 0,
    params: new Map(),
    env: new Map(),
    locals: new Map(),
    taskEnv: new Map(),
    prelude: [],
  };
}
