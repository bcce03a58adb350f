import type { ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '../../problem/json-value.ts';

/**
 * The errors that matter to an author. Where a value fits no branch of an alternative, ajv reports what is wrong
 * with every branch, and then the alternative itself; an author means one branch, the one whose type the value has.
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

/** The names in an alternative of required properties; empty for another alternative. */
export function requiredNames(alternative: ErrorObject): string[] {
  const branches = alternative.schema as readonly JsonObject[]; // ajv has compiled the keyword
  // A branch with properties is a mapping that may stand here.
  return branches.flatMap((branch) =>
    branch.properties === undefined ? ((branch.required as string[] | undefined) ?? []) : [],
  );
}

/** The alternatives that failed; of one keyword there may be thousands, for the entries of a long list. */
class Alternatives {
  readonly #schemaPaths: readonly string[];
  readonly #byPlace = new Map<string, ErrorObject>();

  constructor(errors: readonly ErrorObject[]) {
    const failed = errors.filter(isAlternative);
    for (const error of failed) this.#byPlace.set(`${error.schemaPath} ${error.instancePath}`, error);
    this.#schemaPaths = [...new Set(failed.map(({ schemaPath }) => schemaPath))];
  }

  /** The outermost alternative in a branch of which an error is. */
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
