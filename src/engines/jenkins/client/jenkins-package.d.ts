/**
 * The part of the package that the gateway uses. The package has no types; those of DefinitelyTyped are wrong for 1.x.
 */
declare module 'jenkins' {
  import type { EventEmitter } from 'node:events';
  import type { Agent } from 'node:http';
  import type { LookupFunction } from 'node:net';
  import type { Writable } from 'node:stream';

  export default class Jenkins {
    constructor(options: {
      readonly baseUrl: string;
      readonly crumbIssuer: false;
      readonly headers: Readonly<Record<string, string>>;
      readonly agent: Agent;
      readonly lookup: LookupFunction;
    });
    /** For subclasses, as papi, the package's base, documents it. */
    protected _request(request: RawRequest & { readonly method: string }): Promise<unknown>;
  }

  export interface RawRequest {
    /** `{name}` in it would be replaced by a parameter. */
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer;
    /** Receives the body of the reply; its `pipe` event provides the reply itself. */
    readonly pipe: () => Writable;
    /** Its `cancel` event aborts the request. */
    readonly ctx: EventEmitter;
  }
}
