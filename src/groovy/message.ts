import { parseTemplate } from '../expression/parse-template.ts';
import { environmentName } from '../expression/reference.ts';
import type { Template } from '../expression/template.ts';
import { trustedGroovy, type GroovyCode } from './groovy-code.ts';
import { escapeText } from './quote.ts';

/** A text that Groovy puts together itself, and the environment variables that it needs as local names. */
export interface GroovyMessage {
  /** A GString such as `"Hello ${USER_NAME}"`. */
  readonly code: GroovyCode;
  /** The names in it, each once; whoever prints the code declares them before: `String USER_NAME = value('USER_NAME')`. */
  readonly names: readonly string[];
}

/** A text property as a Groovy text in which each reference stands as `${NAME}`. */
export function groovyMessage(text: string): GroovyMessage {
  return messageOf(parseTemplate(text).template);
}

/**
 * The same for a template that was read already.
 * @param form `local` prints `${NAME}` and leaves the declaration of the name to the caller; `call` needs none.
 */
export function messageOf(template: Template, form: 'local' | 'call' = 'local'): GroovyMessage {
  const names = new Set<string>();
  let code = '';
  for (const part of template) {
    if (part.kind === 'text') code += escapeMessageText(part.text);
    else {
      const name = environmentName(part.reference);
      const local = form === 'local' && !groovyWords.has(name);
      if (local) names.add(name);
      code += local ? `\${${name}}` : `\${value('${name}')}`;
    }
  }
  const quoted = code.includes('\n') ? `"""\\\n${code}"""` : `"${code}"`;
  return { code: trustedGroovy(quoted), names: [...names] };
}

function escapeMessageText(text: string): string {
  return escapeText(text).replaceAll('"', '\\"').replaceAll('$', '\\$');
}

// Words that cannot name a local variable; an environment variable may well be called `in`.
const groovyWords = new Set(
  `abstract as assert boolean break byte case catch char class const continue def default do double else enum extends
  false final finally float for goto if implements import in instanceof int interface long native new null package
  private protected public return short static strictfp super switch synchronized this threadsafe throw throws
  transient true try void volatile while env params currentBuild scm pipeline`.split(/\s+/),
);
