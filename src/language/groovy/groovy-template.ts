import Handlebars from 'handlebars';
import { sourceOf, trustedGroovy, type GroovyCode } from './groovy-code.ts';

/** Prints a view. Throws a TypeError if a name in the template is not a piece of Groovy. */
export type GroovyTemplate = (view: object) => GroovyCode;

/**
 * Compiles a template from our own files, or from those of a task type; never an author's string. Every `{{name}}` is
 * checked: only pieces of Groovy can be printed.
 * @throws what Handlebars throws for an invalid template
 */
export function compileGroovyTemplate(template: string | hbs.AST.Program): GroovyTemplate {
  const program = typeof template === 'string' ? handlebars.parse(template) : template;
  new CheckedPrinting().accept(program);
  const compiled = handlebars.compile<object>(program, {
    noEscape: true,
    strict: true,
    knownHelpersOnly: true,
    knownHelpers: { [printHelper]: true },
    preventIndent: true,
  });
  return (view) => trustedGroovy(compiled(view));
}

const printHelper = 'groovy';

const handlebars = Handlebars.create();
handlebars.registerHelper(printHelper, (piece: unknown, name: string): string => {
  try {
    return sourceOf(piece);
  } catch (error) {
    throw new TypeError(`The template prints {{${name}}}, which is not a piece of Groovy`, { cause: error });
  }
});

/** Turns every `{{name}}` into `{{groovy name "name"}}`. */
class CheckedPrinting extends Handlebars.Visitor {
  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    const { path, params, loc } = mustache;
    // Calls in a template have no type here, and the output of a helper would be printed unchecked.
    if (path.type !== 'PathExpression' || params.length > 0)
      throw new Error(`Line ${loc.start.line}: only names can be printed`);
    const name = path as hbs.AST.PathExpression; // checked by its type
    mustache.path = {
      type: 'PathExpression',
      data: false,
      depth: 0,
      parts: [printHelper],
      original: printHelper,
      loc,
    } as hbs.AST.PathExpression;
    mustache.params = [
      name,
      { type: 'StringLiteral', value: name.original, original: name.original, loc } as hbs.AST.StringLiteral,
    ];
  }
}
