/** How deliveries to a receiver go. */
export interface ReceiverState {
  /** Messages that were delivered, since the receiver was declared. */
  readonly sent: number;
  readonly lastSentAt?: Date | undefined;
  /** Of the latest attempt that failed. */
  readonly lastFailure?: { readonly at: Date; readonly reason: string } | undefined;
}

/** Receivers are named by their queues. Methods throw AppError `store-unavailable`. */
export interface ReceiverStates {
  noteSent(receiver: string, at: Date): Promise<void>;
  noteFailure(receiver: string, at: Date, reason: string): Promise<void>;
  read(receiver: string): Promise<ReceiverState>;
  /** @returns whether nobody else has tested the receiver for a few seconds */
  beginTest(receiver: string): Promise<boolean>;
}

export const secondsBetweenTests = 10;
