/**
 * The part of Groovy that pipelines are written in, as a tree. Offsets are UTF-16 code units in the source. What the parser
 * cannot read is kept with its offsets (`unreadable`), so nothing is lost and the statements around it stand.
 */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type Statement =
  | (Span & { readonly kind: 'expression'; readonly expression: Expression })
  /** `def x = 1`, `String x`, `def (a, b) = ...` (several names). Modifiers, annotations and types are ignored. */
  | (Span & { readonly kind: 'declaration'; readonly names: readonly string[]; readonly value?: Expression })
  | (Span & {
      readonly kind: 'assignment';
      readonly target: Expression;
      readonly operator: string;
      readonly value: Expression;
    })
  | (Span & {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: readonly Statement[];
      readonly otherwise?: readonly Statement[];
    })
  | (Span & {
      readonly kind: 'try';
      readonly body: readonly Statement[];
      readonly catches: readonly Catch[];
      readonly finally?: readonly Statement[];
    })
  /**
   * Control flow that no flow has, and `label`, a statement with a name (`value`). `bodies` are the statements inside, so
   * that a report can count them. Of a `for`, `value` is the collection or the condition.
   */
  | (Span & {
      readonly kind: 'control';
      readonly word:
        | 'for'
        | 'while'
        | 'do'
        | 'switch'
        | 'return'
        | 'throw'
        | 'break'
        | 'continue'
        | 'assert'
        | 'synchronized'
        | 'label';
      readonly value?: Expression;
      /** For a `for` over a collection: its variable. */
      readonly name?: string;
      readonly bodies: readonly (readonly Statement[])[];
    })
  /**
   * `def name(a, b) { ... }`, classes, imports, annotations such as `@Library('x') _`. An annotation of something is kept
   * if it has arguments; `@Field` and `@NonCPS` are ignored.
   */
  | (Span & {
      readonly kind: 'definition';
      readonly word: 'method' | 'class' | 'import' | 'package' | 'annotation';
      readonly name: string;
      /** For a method: the names of its parameters. */
      readonly parameters?: readonly string[];
      /** For an annotation: its arguments. */
      readonly arguments: readonly Argument[];
      readonly body: readonly Statement[];
    })
  | (Span & { readonly kind: 'unreadable' });

export interface Catch extends Span {
  /** The variable; undefined if the parser found none. */
  readonly name?: string;
  readonly body: readonly Statement[];
}

export type Expression =
  /**
   * `'...'`, `'''...'''`, a number, `true`, `null`; also `"..."` and slashy strings without `$`. As text, a number is what
   * Groovy prints, which for `1.10` is `1.10`: see its source.
   */
  | (Span & { readonly kind: 'literal'; readonly value: string | number | boolean | null })
  /** A string with `${...}` or `$name`. Neighbouring texts are one part; escapes are resolved. */
  | (Span & { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] })
  | (Span & { readonly kind: 'name'; readonly name: string })
  /** `of.name`, `of?.name` (safe), `of*.name` (spread: of each item), `of."name"`. */
  | (Span & {
      readonly kind: 'property';
      readonly of: Expression;
      readonly name: string;
      readonly isSafe: boolean;
      readonly isSpread?: true;
    })
  | (Span & { readonly kind: 'index'; readonly of: Expression; readonly index: Expression })
  | Call
  | Closure
  | (Span & { readonly kind: 'list'; readonly items: readonly Expression[] })
  /** `[a: 1, (b): 2]`: a key is a literal unless it is in parentheses. */
  | (Span & { readonly kind: 'map'; readonly entries: readonly Entry[] })
  /** `*` and `*:` spread a list or map among arguments or items; `x++` and `x--` are those after their operand. */
  | (Span & {
      readonly kind: 'unary';
      readonly operator: '!' | '-' | '+' | '~' | '++' | '--' | 'x++' | 'x--' | '*' | '*:';
      readonly of: Expression;
    })
  /**
   * `a + b`, `a == b`, `a && b`, `a in b`, `a =~ b`, `a ==~ b`, `a ?: b`, `a as B` and `(B) a`, `a instanceof B`, `a..b`,
   * `a = b`, `a += b`, `a.&b`, `a.@b`, and `a."$b"` with the operator `.`. A type is a name.
   */
  | (Span & {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Span & {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    })
  /** `new X(...)`, `new X[1]` (the type is `X[]`). The body of an anonymous class is an unreadable last argument. */
  | (Span & { readonly kind: 'new'; readonly type: string; readonly arguments: readonly Argument[] })
  | (Span & { readonly kind: 'unreadable' });

/** `sh 'x'`, `sh(script: 'x')`, `stage('x') { }`, `a.b(c)`. A closure after the parentheses is the last argument. */
export interface Call extends Span {
  readonly kind: 'call';
  readonly of?: Expression;
  /** The name of the method: empty if an expression itself is called, as in `closures[0]()`; then `of` is that expression. */
  readonly name: string;
  /** `of?.name()`. */
  readonly isSafe?: true;
  /** `of*.name()`. */
  readonly isSpread?: true;
  readonly arguments: readonly Argument[];
}

export interface Argument {
  /** The name in `script: 'x'`. */
  readonly name?: string;
  /** The key in `"${name}": 'x'` and `(name): 'x'`, instead of a name. */
  readonly key?: Expression;
  readonly value: Expression;
}

export interface Entry {
  readonly key: Expression;
  readonly value: Expression;
}

export interface Closure extends Span {
  readonly kind: 'closure';
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

/** A comment with its marks (`// ...`, `/* ... *\/`). */
export interface Comment extends Span {
  readonly text: string;
}

/** A problem of the syntax: where, and what was expected, as a sentence. */
export interface SyntaxProblem extends Span {
  readonly message: string;
}

export interface GroovyFile {
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly comments: readonly Comment[];
  /** Empty if everything was read. */
  readonly problems: readonly SyntaxProblem[];
}
