/** Why a receiver did not take a notification. The message contains neither URL nor secret. */
export class DeliveryError extends Error {
  /** Whether the receiver will never take it (410 Gone). */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.name = 'DeliveryError';
    this.isFinal = isFinal;
  }
}
