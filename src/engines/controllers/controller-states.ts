/**
 * What is known of the controllers, for all processes: the one that looks after a controller writes it. All methods throw
 * AppError `store-unavailable`.
 */
export interface ControllerStates {
  /** The registrations by name, also of controllers that are no longer configured. */
  registered(): Promise<ReadonlyMap<string, Registration>>;
  /**
   * Registers the server of a controller, in one step, unless another controller has it.
   * @param others the names of the other controllers
   * @param left what is registered for the controller instead, if another one has the server; nothing changes without it
   * @returns the name of the controller that has it
   */
  register(name: string, registration: Registration, others: readonly string[], left?: Registration): Promise<string>;
  /** The last looks by name; a controller that nobody has looked at yet is missing. */
  looks(): Promise<ReadonlyMap<string, ControllerLook>>;
  noteLook(name: string, look: ControllerLook): Promise<void>;
  /** Removes all that is known of it. */
  forget(name: string): Promise<void>;
}

export interface Registration {
  /** A digest of what identifies the server; undefined if it does not say. */
  readonly identity?: string | undefined;
  readonly url: string;
  /** Since when this server has the name, ISO 8601 in UTC; empty for always. */
  readonly since: string;
}

/** How a controller was when its leader looked at it last. */
export interface ControllerLook {
  /** ISO 8601 in UTC, as all times here. */
  readonly at: string;
  readonly version?: string | undefined;
  /** Whether it starts no builds, because it is about to be restarted. */
  readonly isQuietingDown?: boolean | undefined;
  readonly executors?: { readonly busy: number; readonly total: number } | undefined;
  /** Why it cannot be used, and since when. */
  readonly reason?: string | undefined;
  readonly failingSince?: string | undefined;
  /** Whether it did not answer in time. */
  readonly isSilent?: boolean | undefined;
}

/** How long a controller must be unreachable until it counts as down, in milliseconds. */
const downMilliseconds = 2_000;

/** Whether a controller cannot be used, which several looks have shown. */
export function isDown(look: ControllerLook | undefined): boolean {
  if (look?.failingSince === undefined) return false;
  return Date.parse(look.at) - Date.parse(look.failingSince) >= downMilliseconds;
}

// The process that looks at a controller does so more often.
const recentMilliseconds = 15_000;

/** Whether a controller was down a moment ago: if the process that looks at it is gone, nobody knows. */
export function isDownNow(look: ControllerLook | undefined): look is ControllerLook {
  return look !== undefined && isDown(look) && Date.now() - Date.parse(look.at) < recentMilliseconds;
}
