/**
 * The idempotency key of a form: the same for the same request, so that sending it again after a lost response runs it
 * once. Any change makes a new key.
 */
export class RunKey {
  #content: string | undefined;
  #key = '';

  of(content: string): string {
    if (content !== this.#content) {
      this.#content = content;
      this.#key = newKey();
    }
    return this.#key;
  }
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `form-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
