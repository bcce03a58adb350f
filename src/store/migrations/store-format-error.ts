/** Why this Flowgate cannot use the store, as a message for the operator. */
export class StoreFormatError extends Error {
  override readonly name = 'StoreFormatError';
}
