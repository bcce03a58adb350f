/** A notice about an accepted or ignored input value. It never contains the value. */
export interface InputNotice {
  readonly inputId: string;
  /** A sentence without a full stop. */
  readonly message: string;
}
