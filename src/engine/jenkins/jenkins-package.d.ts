/** What the gateway uses of the package, which comes without types; those of DefinitelyTyped are wrong for 1.x. */
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
    _get(request: RawRequest): Promise<unknown>;
    _post(request: RawRequest): Promise<unknown>;
  }

  export interface RawRequest {
    /** `{name}` in it would be replaced by a parameter. */
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer;
    /** Takes the body of the answer; its `pipe` event brings the answer itself. */
    readonly pipe: () => Writable;
    /** Its `cancel` event ends the request. */
    readonly ctx: EventEmitter;
  }
}
