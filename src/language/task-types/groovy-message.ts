import { conditionFunctions } from '../expressions/operators/groovy-form.ts';
import { environmentName, type Reference } from '../expressions/reference.ts';
import type { Template } from '../expressions/template.ts';
import { sourceOf, trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { escapeGString, groovyString, groovyText } from '../groovy/quote.ts';
import { RuntimeCalls } from '../groovy/runtime-calls.ts';

/** Groovy that reads environment variables as local variables. */
export interface GroovyWithNames {
  /** Such as the GString `"Hello ${USER_NAME}"`. */
  readonly code: GroovyCode;
  /** The variables. The method that prints the code declares them first: `String USER_NAME = value(frame, 'USER_NAME')`. */
  readonly names: readonly string[];
}

/**
 * A template as a Groovy string in which each reference is `${NAME}`.
 * @param form `local` prints `${NAME}`, and the caller declares the name; `call` needs no declaration
 */
export function templateMessage(
  template: Template,
  form: 'local' | 'call' = 'local',
  runtime = new RuntimeCalls(),
): GroovyWithNames {
  const names = new Set<string>();
  const placeholder = (reference: Reference): string => {
    const name = environmentName(reference);
    if (form === 'call' || groovyWords.has(name))
      return `\${${sourceOf(runtime.callInFrame('value', groovyString(name)))}}`;
    names.add(name);
    return `\${${name}}`;
  };
  const needsPieces = template.some(
    (part) => part.kind === 'text' && (part.text.length > maxTextLength || part.text.includes('\uffff')),
  );
  const code = needsPieces ? joinedPieces(template, placeholder) : oneText(template, placeholder);
  return { code: trustedGroovy(code), names: [...names] };
}

function oneText(template: Template, placeholder: (reference: Reference) => string): string {
  const code = template
    .map((part) => (part.kind === 'text' ? escapeGString(part.text) : placeholder(part.reference)))
    .join('');
  return code.includes('\n') ? `"""\\\n${code}"""` : `"${code}"`;
}

/** Pieces of a string that is too long for one literal, joined. */
function joinedPieces(template: Template, placeholder: (reference: Reference) => string): string {
  const pieces = template.map((part) =>
    part.kind === 'text' ? groovyText(part.text) : `"${placeholder(part.reference)}"`,
  );
  return `[${pieces.join(', ')}].join('')`;
}

// In UTF-16 code units, each of which needs at most three of a literal's 65,535 bytes, or six as an escape.
const maxTextLength = 10_000;

// Words that cannot name a local variable, although an environment variable can be called `in`: the keywords of Groovy
// and Jenkins, and the functions that generated code calls, which a variable of the same name would hide.
const groovyWords = new Set(
  `abstract as assert boolean break byte case catch char class const continue def default do double else enum extends
  false final finally float for goto if implements import in instanceof int interface long native new null package
  private protected public return short static strictfp super switch synchronized this threadsafe throw throws
  transient true try void volatile while frame env params currentBuild scm pipeline check input output item outputValue passed
  passedFile passedSecret readInput setVariable value variable ${conditionFunctions.join(' ')}`.split(/\s+/),
);
