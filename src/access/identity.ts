/** Who asks: the identifier that the organisation's identity provider gives a user, and the groups it names. */
export interface Identity {
  readonly subject: string;
  readonly groups: readonly string[];
}
