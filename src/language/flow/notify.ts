import type { Template } from '../expressions/template.ts';
import type { Duration } from './duration.ts';

/**
 * What receivers can be notified of: the final states of an execution, RECOVERED (the first success after a failure of
 * the flow), LATE (not ended after some time) and WAITING (for a person or a signal).
 */
export const notifyWords = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED', 'RECOVERED', 'LATE', 'WAITING'] as const;
export type NotifyWord = (typeof notifyWords)[number];

/** One entry of a flow's `notify` (docs/reference/flows.md). */
export interface NotifyRule {
  /** At least one. */
  readonly on: readonly NotifyWord[];
  /** When an execution is LATE, counted from its creation; present exactly if `on` includes LATE. */
  readonly after?: Duration;
  /** Names of receivers of the installation, at least one. */
  readonly to: readonly string[];
}

/** The ways to reach a receiver; its name begins with one of them. */
export const receiverKinds = ['slack', 'teams', 'mail', 'url'] as const;
export type ReceiverKind = (typeof receiverKinds)[number];

const receiverNameSyntax = new RegExp(`^(${receiverKinds.join('|')}):[A-Za-z0-9][A-Za-z0-9._-]{0,62}$`);

/** The syntax of the name of a receiver as a pattern of JSON Schema. */
export const receiverNamePattern = receiverNameSyntax.source;

export function isReceiverName(text: string): boolean {
  return receiverNameSyntax.test(text);
}

/** The kind of a valid name of a receiver. */
export function receiverKindOf(name: string): ReceiverKind {
  const kind = receiverKinds.find((each) => name.startsWith(`${each}:`));
  if (kind === undefined) throw new Error(`${JSON.stringify(name)} is not the name of a receiver`);
  return kind;
}

/** A flow's `commit_status`: the commit that shows the state of its executions. */
export interface CommitStatus {
  /** `owner/name`, as a template that refers to inputs. */
  readonly repository: Template;
  /** The full hash of the commit, as a template that refers to inputs. */
  readonly sha: Template;
}

/** `owner/name`; GitLab's groups can be nested. */
export function isRepositoryName(text: string): boolean {
  return text.length <= 255 && /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)+$/.test(text) && !text.includes('..');
}

/** The full hash of a commit, of SHA-1 or SHA-256. */
export function isCommitHash(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);
}
