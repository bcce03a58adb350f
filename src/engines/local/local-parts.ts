import type { EnginePorts } from '../../store/executions/execution-ports.ts';
import type { EngineSettings, EngineWorkDeps } from '../engine.ts';
import type { ExecutionFolders } from './executors/execution-folders.ts';
import type { DiskRoom } from './shell/disk-room.ts';

/** The parts of the engine, including in a process that only serves requests. */
export interface LocalEngineDeps extends EnginePorts {
  readonly settings: EngineSettings;
  readonly folders: ExecutionFolders;
  /** Whether new executions run here. */
  readonly isCurrent: boolean;
  readonly now: () => Date;
}

/** The dependencies of all classes that run executions. Each class picks those that it uses. */
export interface LocalParts extends LocalEngineDeps, EngineWorkDeps {
  /** The disk space for artifacts. */
  readonly artifactRoom: DiskRoom;
  /** Why executions can no longer run, such as a full disk; undefined if they can. */
  readonly shortage: () => Promise<string | undefined>;
}
