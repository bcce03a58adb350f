import type { Path } from '../../base/problem/problem.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { ReferenceText } from '../expressions/parse-template.ts';
import type { InputTypeName } from '../input-types/input-types.ts';

/**
 * What a block does with the tasks inside it (docs/reference/blocks.md). A task type that runs other tasks returns one of
 * these kinds; engines know the kinds, and no block by name. Strings are as authors write them.
 */
export type Control = { readonly [Kind in ControlKind]: { readonly kind: Kind } & Controls[Kind] }[ControlKind];

/** Lists of tasks are paths of properties, relative to the block: `['tasks']`, `['cases', 'eu']`. */
export interface Controls {
  /** One after another. */
  readonly sequence: { readonly body: Path };
  /** At the same time. */
  readonly branches: { readonly body: Path } & Concurrent;
  /** The first list whose condition is true, or whose text equals `value`; none if no list applies. */
  readonly choice: { readonly value?: string; readonly choices: readonly Choice[] };
  /** Once for each item of a list. */
  readonly loop: LoopSource &
    Concurrent & {
      readonly body: Path;
      /** The fields of items that are objects; without it, an item of `values` is a single value. */
      readonly schema?: Readonly<Record<string, { readonly type: InputTypeName }>>;
      /** The label of an item, which is unique. Default: the value, or else the index. */
      readonly key?: string;
      /** Default: `defaultMaxItems`. */
      readonly maxItems?: number | ReferenceText;
      readonly outputs?: readonly BlockOutput[];
    };
  /** Again and again until a condition is true after a pass. */
  readonly until: {
    readonly body: Path;
    readonly condition: string;
    /** A duration: the pause after a pass. Default: `defaultInterval`. */
    readonly interval?: string;
    /** The number of passes. Default: without a limit, as long as the block's timeout permits. */
    readonly maxAttempt?: number | ReferenceText;
    readonly outputs?: readonly BlockOutput[];
  };
}

export type ControlKind = keyof Controls;

export const controlKinds = ['sequence', 'branches', 'choice', 'loop', 'until'] as const satisfies ControlKind[];

interface Concurrent {
  /** How many run at the same time. Default: all branches, and one item. */
  readonly concurrency?: number | ReferenceText;
  /** Whether a failure stops the others; false by default. */
  readonly failFast?: boolean | ReferenceText;
  /** Whether each branch or item has a folder of its own; shared by default. */
  readonly workspace?: 'own' | 'shared';
}

interface LoopSource {
  /** A list, whose strings can contain references, or a single reference to one. */
  readonly values?: JsonValue;
  /** Instead of `values`: an item for each combination. A list for each field, as in `values`. */
  readonly matrix?: Readonly<Record<string, JsonValue>>;
  /** The combinations to leave out; fields that are not named match any value. */
  readonly exclude?: readonly Readonly<Record<string, JsonValue>>[];
}

export interface Choice {
  readonly body: Path;
  /** A condition. Without `condition` and `equals`, the list always applies. */
  readonly condition?: string;
  /** The text that `value` must equal. */
  readonly equals?: string;
}

/** A value that leaves a block: of a loop as a list in the order of the items, of `until` from the last pass. */
export interface BlockOutput {
  readonly id: string;
  readonly type: InputTypeName;
  /** A template; it can refer to the item and to all tasks of the body. */
  readonly value: string;
  readonly description?: string;
}

/** The max number of blocks inside one another. */
export const maxBlockDepth = 3;
export const defaultMaxItems = 100;
/** The max value of `maxItems`. */
export const maxItemsLimit = 1000;
/** The same for a loop whose items are executions of their own. */
export const maxSeparateItems = 10_000;
export const defaultInterval = '10s';
/** The max length of the label of an item, in UTF-16 code units. */
export const maxKeyLength = 100;
