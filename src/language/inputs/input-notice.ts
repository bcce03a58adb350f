/** What a caller should know about the value of an input that is accepted or ignored. It never contains the value. */
export interface InputNotice {
  readonly inputId: string;
  /** A sentence without a full stop. */
  readonly message: string;
}
