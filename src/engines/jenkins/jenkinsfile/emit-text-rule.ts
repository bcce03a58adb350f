import { groovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovySentence } from '../../../language/groovy/groovy-sentence.ts';
import { groovyList, groovyString } from '../../../language/groovy/quote.ts';
import type { RuntimeCalls } from '../../../language/groovy/runtime-calls.ts';
import { ruleSentences, type TextFacts, type TextRule } from '../../../language/input-types/text-rule.ts';

/**
 * A rule as Groovy statements that return what is wrong with `text`, or null. `declared` is a map of its parameters.
 * Equivalent to `textProblem`.
 */
export function emitTextRule(rule: TextRule, runtime: RuntimeCalls): GroovyCode {
  switch (rule.kind) {
    case 'pattern':
      return groovy`return ${matches(rule)} ? null : ${mustBe(rule)}`;
    case 'date':
      return groovy`return ${matches(rule)} && ${runtime.call('isDate', groovy`text.substring(0, 10)`)} ? null : ${mustBe(rule)}`;
    case 'number': {
      const bounds = groovy`[min: ${bound(rule.min)}, max: ${bound(rule.max)}]`;
      return groovy`if (!(${matches(rule)})) return ${mustBe(rule)}
return ${runtime.call('problemOfRange', groovy`${bounds} + declared`, groovy`text as BigDecimal`)}`;
    }
    case 'choice':
      return groovy`return declared.values == null || declared.values.contains(text) ? null : ${groovySentence(ruleSentences.oneOf, declaredValues)}`;
    case 'choices':
      return groovy`Object chosen = ${runtime.call('jsonValue', groovy`text`)}
if (declared.values == null) return chosen instanceof List ? null : ${groovyString(ruleSentences.list)}
boolean isDistinct = chosen instanceof List && chosen.toSet().size() == chosen.size()
return isDistinct && declared.values.containsAll(chosen) ? null : ${groovySentence(ruleSentences.listOf, declaredValues)}`;
    case 'json':
      return groovy`return ${runtime.call('compactJson', groovy`text`)} == null ? ${groovyString(ruleSentences.json)} : null`;
  }
}

/** The parameters as entries of the map `declared`. Bounds are strings, so that messages show them as written here. */
export function emitTextFacts({ values, ...bounds }: TextFacts): Readonly<Record<string, GroovyCode | undefined>> {
  const entries = Object.entries(bounds).map(([name, value]) => [name, value === undefined ? undefined : bound(value)]);
  return {
    ...Object.fromEntries(entries),
    values: values === undefined ? undefined : groovyList(values.map(groovyString)),
  };
}

const declaredValues = groovy`declared.values.join(', ')`;

function bound(value: number): GroovyCode {
  return groovyString(String(value));
}

function matches({ pattern }: { readonly pattern: string }): GroovyCode {
  return groovy`text ==~ ${groovyString(pattern)}`;
}

function mustBe({ expected }: { readonly expected: string }): GroovyCode {
  return groovyString(ruleSentences.mustBe(expected));
}
