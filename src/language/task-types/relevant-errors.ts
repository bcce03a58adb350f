import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../base/text/json-value.ts';

/**
 * The errors that matter to an author. If a value matches no branch of an alternative, ajv reports the errors of every
 * branch, and then the alternative itself. The author means one branch: the one whose type the value has.
 */
export function relevantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const alternatives = new Alternatives(errors);
  const inside = errors.filter((error) => alternatives.isOfMeantBranch(error));
  const explained = new Set(inside.map((error) => alternatives.around(error)));
  return errors.filter((error) => {
    const isOutermost = alternatives.around(error) === undefined;
    return isAlternative(error)
      ? isOutermost && !explained.has(error)
      : isOutermost || alternatives.isOfMeantBranch(error);
  });
}

export function isAlternative({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The names in an alternative of required properties; empty for any other alternative. */
export function requiredNames(alternative: ErrorObject): string[] {
  const branches = alternative.schema as readonly JsonObject[]; // ajv has compiled the keyword
  // A branch with properties describes a map, and is not an alternative of required properties.
  return branches.flatMap((branch) =>
    branch.properties === undefined ? ((branch.required as string[] | undefined) ?? []) : [],
  );
}

/** The alternatives that failed. There may be thousands for one keyword, for the items of a long list. */
class Alternatives {
  readonly #schemaPaths: readonly string[];
  readonly #byPlace = new Map<string, ErrorObject>();

  constructor(errors: readonly ErrorObject[]) {
    const failed = errors.filter(isAlternative);
    for (const error of failed) this.#byPlace.set(`${error.schemaPath} ${error.instancePath}`, error);
    this.#schemaPaths = [...new Set(failed.map(({ schemaPath }) => schemaPath))];
  }

  /** The outermost alternative that has the error in one of its branches. */
  around(error: ErrorObject): ErrorObject | undefined {
    const schemaPath = this.#schemaPaths.find((path) => error.schemaPath.startsWith(`${path}/`));
    if (schemaPath === undefined) return undefined;
    let instancePath = error.instancePath;
    while (!this.#byPlace.has(`${schemaPath} ${instancePath}`) && instancePath !== '') {
      instancePath = instancePath.slice(0, instancePath.lastIndexOf('/'));
    }
    return this.#byPlace.get(`${schemaPath} ${instancePath}`);
  }

  /** Whether an error is about the branch that the author meant. */
  isOfMeantBranch(error: ErrorObject): boolean {
    const around = this.around(error);
    if (around === undefined || isAlternative(error) || requiredNames(around).length > 0) return false;
    return error.keyword !== 'type' || error.instancePath !== around.instancePath;
  }
}
