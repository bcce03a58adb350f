import { parseGroovy } from '../groovy/parse-groovy.ts';
import type { GroovyFile, Span, SyntaxProblem } from '../groovy/syntax.ts';
import { alignCalls } from './align-model.ts';
import { expressionFrom, fieldsOf, listOf, type Fields } from './model-calls.ts';
import type { Pipeline } from './pipeline.ts';
import { readModelDirectives } from './read-model-directives.ts';
import { readModelStages } from './read-model-stages.ts';
import { pipelineBlockOf, readDeclarative, readScripted } from './read-pipeline.ts';

/**
 * Reads a Jenkinsfile whose structure a controller already knows.
 * @param answer what `POST /pipeline-model-converter/toJson` answered. If the controller rejects the file, the parser alone
 *   reads it, and the problems of the file include what the controller says.
 */
export function readModelJson(text: string, answer: unknown): Pipeline {
  return readModelOf(parseGroovy(text), answer);
}

export function readModelOf(file: GroovyFile, answer: unknown): Pipeline {
  const block = pipelineBlockOf(file);
  if (block === undefined) return readScripted(file);
  const read = readDeclarative(file);
  const data = fieldsOf(fieldsOf(answer)['data']);
  const model = fieldsOf(fieldsOf(data['json'])['pipeline']);
  if (data['result'] !== 'success') {
    return { ...read, file: { ...file, problems: [...file.problems, ...problemsOf(data, file.text)] } };
  }
  return merge(model, read, block);
}

function merge(model: Fields, read: Pipeline, block: Span): Pipeline {
  const isOutside = ({ start }: Span): boolean => start < block.start || start >= block.end;
  const isInside = (span: Span): boolean => !isOutside(span);
  const at = { start: block.start, end: block.end };
  const directives = readModelDirectives(model, { ...read, options: read.options.filter(isInside) }, at);
  const calls = (key: 'parameters' | 'triggers') => [
    ...read[key].filter(isOutside),
    ...alignCalls(listOf(fieldsOf(model[key])[key]), read[key].filter(isInside), at),
  ];
  const libraries = listOf(fieldsOf(model['libraries'])['libraries']);
  const own = read.libraries.filter(isInside);
  return {
    ...read,
    ...directives,
    options: [...read.options.filter(isOutside), ...directives.options],
    parameters: calls('parameters'),
    triggers: calls('triggers'),
    libraries: [
      ...read.libraries.filter(isOutside),
      ...libraries.map(
        (library, index) => own[index] ?? { arguments: [{ value: expressionFrom(library, at) }], ...at },
      ),
    ].toSorted((one, other) => one.start - other.start),
    stages: readModelStages(listOf(model['stages']), read.stages, at),
  };
}

/** `{errors: [{error: '... @ line 27, column 9.'}]}`, where an error can be a list. */
function problemsOf(data: Fields, text: string): readonly SyntaxProblem[] {
  const messages = listOf(data['errors']).flatMap(({ error }) => (Array.isArray(error) ? error : [error]));
  return messages
    .filter((message) => typeof message === 'string')
    .map((message) => {
      const [, line, column] = /@ line (\d+), column (\d+)\.?\s*$/.exec(message) ?? [];
      const start = line === undefined ? 0 : offsetOf(text, Number(line), Number(column));
      return {
        message: `The controller says: ${message.replace(/ *@ line \d+, column \d+\.?\s*$/, '')}`,
        start,
        end: start,
      };
    });
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n').slice(0, line - 1);
  return Math.min(text.length, lines.reduce((offset, { length }) => offset + length + 1, 0) + column - 1);
}
