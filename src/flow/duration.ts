/** A length of time as an author wrote it (`90s`, `1h30m`) and in seconds, which may have a fraction. */
export interface Duration {
  readonly text: string;
  readonly seconds: number;
}
