/**
 * The keys of everything that is cached. A change invalidates a key with all keys that start like it, so that
 * `queryKeys.flows` covers every list and every flow.
 */
export const queryKeys = {
  whoAmI: ['whoami'],
  flows: ['flows'],
  flowList: (filter: object) => ['flows', 'list', filter],
  flow: (namespace: string, id: string) => ['flows', 'one', namespace, id],
  inputSchema: (namespace: string, id: string, revision: number | undefined) => [
    'flows',
    'one',
    namespace,
    id,
    'schema',
    revision,
  ],
  revisions: (namespace: string, id: string) => ['flows', 'one', namespace, id, 'revisions'],
  revision: (namespace: string, id: string, revision: number) => ['flows', 'one', namespace, id, 'revisions', revision],
  jenkinsfile: (namespace: string, id: string) => ['flows', 'one', namespace, id, 'jenkinsfile'],
  dependencies: (namespace: string, id: string) => ['flows', 'one', namespace, id, 'dependencies'],
  triggers: (namespace: string, id: string) => ['flows', 'one', namespace, id, 'triggers'],
  calls: (namespace: string, id: string, revision: number | undefined) => [
    'flows',
    'one',
    namespace,
    id,
    'calls',
    revision,
  ],
  executions: ['executions'],
  executionList: (filter: object) => ['executions', 'list', filter],
  newestExecutions: (filter: object) => ['executions', 'newest', filter],
  executionsById: (ids: readonly string[]) => ['executions', 'by id', ids],
  recentExecutions: (namespace: string, id: string) => ['executions', 'recent', namespace, id],
  execution: (id: string) => ['executions', 'one', id],
  artifacts: (id: string) => ['executions', 'one', id, 'artifacts'],
  tokens: ['tokens'],
  audit: (filter: object) => ['audit', filter],
  languageFacts: ['language-facts'],
  system: ['system'],
  taskTypes: ['task types'],
} as const;
