import Handlebars from 'handlebars';
import { sourceOf, trustedGroovy, type GroovyCode } from './groovy-code.ts';

/** Prints a view. Throws a TypeError where a name of the template is anything but a piece of Groovy. */
export type GroovyTemplate = (view: object) => GroovyCode;

/**
 * Compiles a template from our own files, or from those of a task type; a text from an author never comes here. Whatever
 * the template prints must be a piece of Groovy: every `{{name}}` goes through a check.
 * @throws what Handlebars throws for a template with a problem
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
    throw new TypeError(`The template prints {{${name}}}, which is no piece of Groovy`, { cause: error });
  }
});

/** Turns every `{{name}}` into `{{groovy name "name"}}`. */
class CheckedPrinting extends Handlebars.Visitor {
  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    const { path, params, loc } = mustache;
    // The parts of a template that call something have no type here, and a helper of ours would be printed unchecked.
    if (path.type !== 'PathExpression' || params.length > 0)
      throw new Error(`Line ${loc.start.line}: only names can be printed`);
    const name = path as hbs.AST.PathExpression; // told by its type
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
