import Handlebars from 'handlebars';
import { messageOf } from '../../base/problem/message-of.ts';
import { sourceOf, trustedGroovy, type GroovyCode } from '../groovy/groovy-code.ts';
import { compileGroovyTemplate } from '../groovy/groovy-template.ts';
import type { ViewPieces } from '../task-types/checked-view.ts';

/** A compiled template of a task type. */
export interface TaskTemplate {
  /** The names that it prints. */
  readonly printed: ReadonlySet<string>;
  /** The names in its `{{#if name}}` and `{{#unless name}}`. */
  readonly asked: ReadonlySet<string>;
  /** Prints the pieces. Throws if a printed name is not a piece of Groovy. */
  render(pieces: ViewPieces): GroovyCode;
}

/** Thrown for a template that does not compile or uses features that task templates do not support. */
class TemplateError extends Error {}

/**
 * Compiles a template from our own files, never an author's string. It can contain `{{name}}`, `{{#if name}}`,
 * `{{#unless name}}`, `{{else}}` and comments: the module's view creates the pieces.
 * @throws {TemplateError}
 */
export function compileTaskTemplate(source: string): TaskTemplate {
  const names = { printed: new Set<string>(), asked: new Set<string>() };
  const program = parse(source);
  collectNames(program, names);
  const print = compileGroovyTemplate(program);
  return { ...names, render: (pieces) => trustedGroovy(sourceOf(print(pieces)).trimEnd()) };
}

function parse(source: string): hbs.AST.Program {
  try {
    return Handlebars.parse(source);
  } catch (error) {
    throw new TemplateError(messageOf(error), { cause: error });
  }
}

function collectNames(program: hbs.AST.Program, names: { printed: Set<string>; asked: Set<string> }): void {
  for (const statement of program.body) {
    if (isMustache(statement)) names.printed.add(readName(statement.path, statement.params.length));
    else if (isBlock(statement)) {
      const [condition, ...others] = statement.params;
      if (condition === undefined || others.length > 0 || !['if', 'unless'].includes(readName(statement.path, 0))) {
        throw problem(statement, 'only the blocks {{#if name}} and {{#unless name}} are supported');
      }
      names.asked.add(readName(condition, 0));
      collectNames(statement.program, names);
      if (statement.inverse !== undefined && statement.inverse !== null) collectNames(statement.inverse, names);
    } else if (statement.type !== 'ContentStatement' && statement.type !== 'CommentStatement') {
      throw problem(statement, `a ${statement.type} is not supported in a task template`);
    }
  }
}

/** The single plain name of an expression. */
function readName(expression: hbs.AST.Node, parameters: number): string {
  const path = expression.type === 'PathExpression' ? (expression as hbs.AST.PathExpression) : undefined; // checked by its type
  const [name, ...rest] = path?.parts ?? [];
  if (path === undefined || path.data || path.depth > 0 || name === undefined || rest.length > 0 || parameters > 0) {
    throw problem(expression, 'only plain names of the view are supported');
  }
  return name;
}

function problem(node: hbs.AST.Node, message: string): TemplateError {
  return new TemplateError(`line ${node.loc.start.line}: ${message}`);
}

function isMustache(statement: hbs.AST.Statement): statement is hbs.AST.MustacheStatement {
  return statement.type === 'MustacheStatement';
}

function isBlock(statement: hbs.AST.Statement): statement is hbs.AST.BlockStatement {
  return statement.type === 'BlockStatement';
}
