declare const groovy: unique symbol;

/**
 * A piece of Groovy source that is safe to print into a Jenkinsfile. It is another type than text from an author:
 * only the quoting functions of this folder and our own templates make it, so that nothing from a document can reach
 * a Jenkinsfile without having been quoted.
 */
export type GroovyCode = string & { readonly [groovy]: true };

/** Declares a text of our own to be Groovy source. Never call it with anything that an author wrote. */
export function trustedGroovy(source: string): GroovyCode {
  return source as GroovyCode; // the one place where text becomes code; see above
}
