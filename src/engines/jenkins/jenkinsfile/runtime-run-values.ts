import { groovy, type GroovyCode } from '../../../groovy/groovy-code.ts';
import { groovyString } from '../../../groovy/quote.ts';
import { runField, runFieldName, runReferences, type RunFieldName } from '../../../language/expressions/run-fields.ts';

/** Each field of the run as a Groovy expression of `runValue` in `templates/runtime/run-values.groovy.hbs`. */
const values: Readonly<Record<RunFieldName, GroovyCode>> = {
  'failure.task': groovy`failed?.task`,
  'failure.message': groovy`failed?.message`,
  'execution.id': groovy`execution`,
  'execution.url': groovy`execution && scope.flow.executionsUrl ? scope.flow.executionsUrl + execution : null`,
};

/** For the templates of the runtime: each field by its environment variable. */
export const runFieldView = runReferences.map((reference) => ({
  name: groovyString(runField(reference).name),
  value: values[runFieldName(reference)],
}));
