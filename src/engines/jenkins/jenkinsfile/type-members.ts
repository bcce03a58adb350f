import { indentGroovy, sourceOf, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyList, groovyString } from '../../../groovy/quote.ts';
import { RuntimeCalls } from '../../../groovy/runtime-calls.ts';
import type { TypeFacts } from '../../../language/input-types/input-type.ts';
import { inputTypeNames, inputTypes } from '../../../language/input-types/input-types.ts';
import type { ValueForm } from '../../../language/input-types/value-form.ts';
import { emitTextRule } from './emit-text-rule.ts';
import type { RuntimeMember } from './runtime-member.ts';

/** The markers for lines in runtime templates: the form of a type, or a common property of several forms. */
const marksOfForm: Readonly<Record<ValueForm, readonly string[]>> = {
  string: [],
  integer: ['integer', 'scalar'],
  number: ['number', 'scalar'],
  boolean: ['boolean', 'scalar'],
  list: ['list', 'structure'],
  json: ['json', 'structure'],
};

const types = inputTypeNames.map((name) => inputTypes[name]);

/** A member for each input type, which pipelines with the type need, and the markers that it implies. */
export function typeMembers(): readonly RuntimeMember[] {
  const members = types.map(({ name, form, role, build }) => {
    const marks = [
      ...marksOfForm[form],
      ...(role === 'value' ? [] : [role]),
      ...(build.rule === undefined ? [] : ['rule']),
    ];
    return memberWithoutLines(name, marks);
  });
  const marks = new Set(members.flatMap(({ needs }) => needs.flatMap(({ names }) => names)));
  return [...members, ...[...marks].map((mark) => memberWithoutLines(mark, []))];
}

function memberWithoutLines(name: string, needed: readonly string[]): RuntimeMember {
  return { name, needs: [{ when: [], names: needed }], lines: [] };
}

/** The function that checks an unchecked text, with the rules of the types that a pipeline has. */
export function checkOfTypes(): RuntimeMember {
  const checks = types.flatMap(({ name, build: { rule } }) => {
    if (rule === undefined) return [];
    const runtime = new RuntimeCalls();
    const statements = sourceOf(indentGroovy(emitTextRule(rule, runtime), 6)).split('\n');
    const lines = [`    case ${sourceOf(groovyString(name))}:`, ...statements];
    return [{ name, needed: [...runtime.needed], lines }];
  });
  const line = (text: string, ...when: readonly string[]) => ({ text, when, unless: [] });
  return {
    name: 'problemOf',
    needs: checks.map(({ name, needed }) => ({ when: [name], names: needed })),
    lines: [
      line('// What is wrong with an unchecked value, or null.'),
      line('@NonCPS'),
      line('String problemOf(Map declared, String text) {'),
      line('  switch (declared.type) {', 'rule'),
      ...checks.flatMap(({ name, lines }) => lines.map((text) => line(text, name))),
      line('  }', 'rule'),
      line('  return null'),
      line('}'),
    ],
  };
}

/** Lists of types, for the templates of the runtime. */
export const typeLists: Readonly<Record<string, GroovyCode>> = {
  integers: namesOf(({ form }) => form === 'integer'),
  numbers: namesOf(({ form }) => form === 'number'),
  booleans: namesOf(({ form }) => form === 'boolean'),
  lists: namesOf(({ form }) => form === 'list'),
  json: namesOf(({ form }) => form === 'json'),
  structures: namesOf(({ form }) => marksOfForm[form].includes('structure')),
  scalars: namesOf(({ form }) => marksOfForm[form].includes('scalar')),
  secrets: namesOf(({ role }) => role === 'secret'),
  files: namesOf(({ role }) => role === 'file'),
  withEmptyText: namesOf(({ emptyText }) => emptyText !== 'missing'),
};

function namesOf(isListed: (type: TypeFacts) => boolean): GroovyCode {
  return groovyList(types.filter(isListed).map(({ name }) => groovyString(name)));
}
