/**
 * The rights in a namespace: `read` flows and executions, `write` flows (create, update, delete, restore), `execute`
 * flows (run, stop, push, call as a subflow). No right includes another.
 */
export const rights = ['read', 'write', 'execute'] as const;
export type Right = (typeof rights)[number];

/** Grants rights in namespaces to users and groups. */
export interface Grant {
  /** Exact user ids; `*` matches all authenticated users. */
  readonly subjects: readonly string[];
  readonly groups: readonly string[];
  /** `*`, a namespace, or `<namespace>.*` for all namespaces below it. */
  readonly namespaces: readonly string[];
  readonly rights: readonly Right[];
  /** The highest `priority` of the flows that they write; undefined for the default. */
  readonly maxPriority?: number;
}
