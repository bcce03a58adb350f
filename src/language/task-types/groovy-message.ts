import { conditionFunctions } from '../expressions/operators/groovy-form.ts';
import { parseTemplate, referenceOf, type ReferenceText } from '../expressions/parse-template.ts';
import { environmentName, type Reference } from '../expressions/reference.ts';
import type { Template } from '../expressions/template.ts';
import { groovy, trustedGroovy, type GroovyCode } from '../../groovy/groovy-code.ts';
import {
  escapeText,
  groovyBoolean as booleanLiteral,
  groovyList,
  groovyNumber as numberLiteral,
  groovyString,
  groovyText,
} from '../../groovy/quote.ts';

// Set by the class, as in groovy-code.ts.
let make: (code: GroovyCode, names: readonly string[]) => GroovyMessage;
let isMade: (value: unknown) => value is GroovyMessage;

/**
 * A string that Groovy composes, and the environment variables that must be declared as local variables. Like
 * GroovyCode, it is created only in this folder, which `isGroovyMessage` checks.
 */
class GroovyMessage {
  readonly #code: GroovyCode;
  readonly #names: readonly string[];

  private constructor(code: GroovyCode, names: readonly string[]) {
    this.#code = code;
    this.#names = Object.freeze([...new Set(names)]);
    Object.freeze(this);
  }

  /** A GString such as `"Hello ${USER_NAME}"`. */
  get code(): GroovyCode {
    return this.#code;
  }

  /**
   * The names in it, without duplicates. The method that prints the code declares them first: `String USER_NAME =
   * value('USER_NAME')`.
   */
  get names(): readonly string[] {
    return this.#names;
  }

  static {
    make = (code, names) => new GroovyMessage(code, names);
    isMade = (value): value is GroovyMessage => typeof value === 'object' && value !== null && #code in value;
    Reflect.deleteProperty(GroovyMessage.prototype, 'constructor');
    Object.freeze(GroovyMessage.prototype);
  }
}

// Only the type: the class itself is private to this file.
export type { GroovyMessage };

export function isGroovyMessage(value: unknown): value is GroovyMessage {
  return isMade(value);
}

/** A string property as a Groovy string in which each reference is `${NAME}`. */
export function groovyMessage(text: string): GroovyMessage {
  return templateMessage(parseTemplate(text).template);
}

/** The same for a list of string properties; undefined without a list. */
export function groovyMessages(texts: readonly string[] | undefined): GroovyMessage | undefined {
  if (texts === undefined) return undefined;
  const messages = texts.map(groovyMessage);
  return make(
    groovyList(messages.map(({ code }) => code)),
    messages.flatMap(({ names }) => names),
  );
}

/**
 * The same for a template that is already parsed.
 * @param form `local` prints `${NAME}`, and the caller declares the name; `call` needs no declaration
 */
export function templateMessage(template: Template, form: 'local' | 'call' = 'local'): GroovyMessage {
  const names = new Set<string>();
  const placeholder = (reference: Reference): string => {
    const name = environmentName(reference);
    if (form === 'call' || groovyWords.has(name)) return `\${value('${name}')}`;
    names.add(name);
    return `\${${name}}`;
  };
  const needsPieces = template.some(
    (part) => part.kind === 'text' && (part.text.length > maxTextLength || part.text.includes('\uffff')),
  );
  const code = needsPieces ? joinedPieces(template, placeholder) : oneText(template, placeholder);
  return make(trustedGroovy(code), [...names]);
}

function oneText(template: Template, placeholder: (reference: Reference) => string): string {
  const code = template
    .map((part) => (part.kind === 'text' ? escapeMessageText(part.text) : placeholder(part.reference)))
    .join('');
  return code.includes('\n') ? `"""\\\n${code}"""` : `"${code}"`;
}

/** For strings that are too long for one literal. */
function joinedPieces(template: Template, placeholder: (reference: Reference) => string): string {
  const pieces = template.map((part) =>
    part.kind === 'text' ? groovyText(part.text) : `"${placeholder(part.reference)}"`,
  );
  return `[${pieces.join(', ')}].join('')`;
}

function escapeMessageText(text: string): string {
  return escapeText(text).replaceAll('"', '\\"').replaceAll('$', '\\$');
}

// In UTF-16 code units, each of which needs at most three of a literal's 65,535 bytes, or six as an escape.
const maxTextLength = 10_000;

// Words that cannot name a local variable, although an environment variable can be called `in`: the keywords of Groovy
// and Jenkins, and the functions that generated code calls, which a variable of the same name would hide.
const groovyWords = new Set(
  `abstract as assert boolean break byte case catch char class const continue def default do double else enum extends
  false final finally float for goto if implements import in instanceof int interface long native new null package
  private protected public return short static strictfp super switch synchronized this threadsafe throw throws
  transient true try void volatile while env params currentBuild scm pipeline check input output outputValue passed
  passedFile passedSecret readInput setVariable value variable ${conditionFunctions.join(' ')}`.split(/\s+/),
);

/**
 * A number property as Groovy: a literal, or the call that returns the value of a reference when the task runs.
 * @param fallback the default of the property, for a reference without a value; null without one
 */
export function groovyNumber(value: number | ReferenceText, fallback?: number): GroovyCode {
  const name = variableOf(value);
  if (name === undefined) return numberLiteral(value as number); // rejects everything else
  return groovy`numberValue(${name}, ${fallback === undefined ? groovy`null` : numberLiteral(fallback)})`;
}

/** The same for a boolean property. */
export function groovyBoolean(value: boolean | ReferenceText, fallback = false): GroovyCode {
  const name = variableOf(value);
  if (name === undefined) return booleanLiteral(value as boolean); // rejects everything else
  return groovy`booleanValue(${name}, ${booleanLiteral(fallback)})`;
}

function variableOf(value: unknown): GroovyCode | undefined {
  const reference = typeof value === 'string' ? referenceOf(value) : undefined;
  return reference && groovyString(environmentName(reference));
}
