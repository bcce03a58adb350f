import { endReferences, runField, runFieldName, type EndFieldName } from '../../../language/expressions/run-fields.ts';
import { groovy, joinGroovy, type GroovyCode } from '../../../language/groovy/groovy-code.ts';
import { groovyString } from '../../../language/groovy/quote.ts';

/** Each field of the run as a Groovy expression of `runValue` in `templates/runtime/run-values.groovy`. */
const values: Readonly<Record<EndFieldName, GroovyCode>> = {
  'failure.task': groovy`failed?.task`,
  'failure.message': groovy`failed?.message`,
  'execution.id': groovy`execution`,
  'execution.url': groovy`execution && frame.flow.executionsUrl ? frame.flow.executionsUrl + execution : null`,
};

/** The cases of that function: each field by its environment variable. */
export const runFields = joinGroovy(
  endReferences.map((reference) => {
    const name = groovyString(runField(reference).name);
    return groovy`case ${name}: return ${values[runFieldName(reference) as EndFieldName]}`;
  }),
  '\n    ',
);
