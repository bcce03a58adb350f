import { groovy, indentGroovy, joinGroovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyList, groovyString } from '../../../groovy/quote.ts';
import { emitTextRule } from './emit-text-rule.ts';
import { inputTypes, type InputTypeName } from '../../../language/input-types/input-types.ts';
import type { ValueForm } from '../../../language/input-types/value-form.ts';

/**
 * What the templates of the runtime print about the types that a Jenkinsfile uses; undefined if it uses none of a kind.
 */
export interface TypePieces {
  /** The types whose strings are checked, each with its statements. */
  readonly checks: readonly { readonly name: GroovyCode; readonly statements: GroovyCode }[];
  /** The labels of a `switch` for the types of a form, one per line: `case '<type>':`. */
  readonly integers?: GroovyCode;
  readonly numbers?: GroovyCode;
  readonly booleans?: GroovyCode;
  readonly lists?: GroovyCode;
  readonly json?: GroovyCode;
  /** Types that are JSON in the environment. */
  readonly structures?: GroovyCode;
  /** Types whose JSON is the same as in the environment. */
  readonly scalars?: GroovyCode;
  /** Whether there are values that are not strings. */
  readonly otherForms: boolean;
  /** Lists of types: of any JSON value, of secrets, of files, and those for which an empty string is a value. */
  readonly anyJson?: GroovyCode;
  readonly secretTypes?: GroovyCode;
  readonly fileTypes?: GroovyCode;
  readonly emptyTextTypes?: GroovyCode;
}

export function typePieces(names: readonly InputTypeName[]): TypePieces {
  const types = names.map((name) => inputTypes[name]);
  const ofForm = (...forms: readonly ValueForm[]): GroovyCode | undefined =>
    labels(types.filter(({ form }) => forms.includes(form)));
  return {
    checks: types.flatMap(({ name, build: { rule } }) =>
      rule === undefined ? [] : [{ name: groovyString(name), statements: indentGroovy(emitTextRule(rule), 6) }],
    ),
    integers: ofForm('integer'),
    numbers: ofForm('number'),
    booleans: ofForm('boolean'),
    lists: ofForm('list'),
    json: ofForm('json'),
    structures: ofForm('list', 'json'),
    scalars: ofForm('integer', 'number', 'boolean'),
    otherForms: types.some(({ form }) => form !== 'string'),
    anyJson: nameList(types.filter(({ form }) => form === 'json')),
    secretTypes: nameList(types.filter(({ role }) => role === 'secret')),
    fileTypes: nameList(types.filter(({ role }) => role === 'file')),
    emptyTextTypes: nameList(types.filter(({ emptyText }) => emptyText !== 'missing')),
  };
}

interface Named {
  readonly name: string;
}

function labels(types: readonly Named[]): GroovyCode | undefined {
  return types.length === 0
    ? undefined
    : joinGroovy(
        types.map(({ name }) => groovy`case ${groovyString(name)}:`),
        '\n    ',
      );
}

function nameList(types: readonly Named[]): GroovyCode | undefined {
  return types.length === 0 ? undefined : groovyList(types.map(({ name }) => groovyString(name)));
}
