import { indentGroovy, sourceOf, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyList, groovyString } from '../../../language/groovy/quote.ts';
import { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import type { TypeFacts } from '../../../language/input-types/input-type.ts';
import { inputTypeNames, inputTypes } from '../../../language/input-types/input-types.ts';
import type { ValueForm } from '../../../language/input-types/value-form.ts';
import { emitTextRule } from './emit-text-rule.ts';
import type { RuntimeMember } from './runtime-member.ts';

/** What the forms of types have in common, for members that only some types need. */
const marksOfForm: Readonly<Record<ValueForm, readonly string[]>> = {
  string: [],
  integer: ['integer'],
  number: [],
  boolean: [],
  list: ['structure'],
  json: ['structure'],
};

const types = inputTypeNames.map((name) => inputTypes[name]);

/** The check of a type's unchecked texts, and the functions that it calls. */
const checks = types.flatMap(({ name, build: { rule } }) => {
  if (rule === undefined) return [];
  const runtime = new RuntimeCalls();
  const statements = sourceOf(indentGroovy(emitTextRule(rule, runtime), 6)).split('\n');
  return [{ name, needs: [...runtime.needed], lines: [`    case ${sourceOf(groovyString(name))}:`, ...statements] }];
});

/** A member for each input type, which pipelines with the type need, and those that it implies. */
export function typeMembers(): readonly RuntimeMember[] {
  const marks = ['integer', 'structure', 'rule'];
  const members = types.map(({ name, form }) => {
    const check = checks.find((each) => each.name === name);
    return [name, [...marksOfForm[form], ...(check === undefined ? [] : ['rule', ...check.needs])]] as const;
  });
  return [...members, ...marks.map((mark) => [mark, []] as const)].map(([name, needs]) => memberOf(name, needs, []));
}

/** A member that is always printed if something needs it. */
export function memberOf(name: string, needs: readonly string[], lines: RuntimeMember['lines']): RuntimeMember {
  return { name, only: [], needs, uses: [], lines };
}

/** The function that checks an unchecked text, with the rules of the types that a pipeline has. */
export function checkOfTypes(): RuntimeMember {
  const line = (text: string, ...when: readonly string[]) => ({ text, when, unless: [] });
  return memberOf(
    'problemOf',
    [],
    [
      line('// What is wrong with an unchecked value, or null.'),
      line('@NonCPS'),
      line('String problemOf(Map declared, String text) {'),
      line('  switch (declared.type) {', 'rule'),
      ...checks.flatMap(({ name, lines }) => lines.map((text) => line(text, name))),
      line('  }', 'rule'),
      line('  return null'),
      line('}'),
    ],
  );
}

/** Lists of types, for the templates of the runtime. */
export const typeLists: Readonly<Record<string, GroovyCode>> = {
  integers: namesOf(({ form }) => form === 'integer'),
  numbers: namesOf(({ form }) => form === 'number'),
  booleans: namesOf(({ form }) => form === 'boolean'),
  lists: namesOf(({ form }) => form === 'list'),
  json: namesOf(({ form }) => form === 'json'),
  structures: namesOf(({ form }) => marksOfForm[form].includes('structure')),
  scalars: namesOf(({ form }) => ['integer', 'number', 'boolean'].includes(form)),
  secrets: namesOf(({ role }) => role === 'secret'),
  files: namesOf(({ role }) => role === 'file'),
  withEmptyText: namesOf(({ emptyText }) => emptyText !== 'missing'),
};

function namesOf(isListed: (type: TypeFacts) => boolean): GroovyCode {
  return groovyList(types.filter(isListed).map(({ name }) => groovyString(name)));
}
