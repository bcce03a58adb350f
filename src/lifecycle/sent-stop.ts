/** How hard a build is stopped. */
export type StopForce = 'stop' | 'term' | 'kill';

/** The latest stop call to a build. Times are ISO 8601 in UTC. */
export interface SentStop {
  readonly force: StopForce;
  /** When this force was first sent. */
  readonly since: string;
  readonly at: string;
  /** How many times this force was sent. */
  readonly times: number;
}
