/** An authenticated user: the id and groups from the organisation's identity provider. */
export interface Identity {
  readonly subject: string;
  readonly groups: readonly string[];
}
