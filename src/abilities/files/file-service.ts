import { randomBytes } from 'node:crypto';
import type { Caller } from '../../access/caller.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { ValidatedFlow } from '../../language/flow/flow.ts';
import type { Input } from '../../language/inputs/input.ts';
import { uploadMilliseconds, type FileContents } from '../../store/files/file-contents.ts';
import type { RedisUploadRegister, Upload } from '../../store/files/redis-upload-register.ts';
import type { UploadRooms } from '../../store/files/upload-room.ts';
import { usableFlow } from '../flows/check/flow-checker.ts';
import type { FlowService } from '../flows/flow-service.ts';
import { FileIntake } from './file-intake.ts';

/** An upload, and the input it was sent for. */
export interface InputUpload extends Upload {
  readonly inputId: string;
}

export interface FileServiceDeps {
  readonly contents: FileContents;
  readonly uploads: RedisUploadRegister;
  readonly rooms: UploadRooms;
  readonly flows: FlowService;
  /** Max size of any file in bytes. */
  readonly limit: number;
  readonly now: () => Date;
}

/** Receives uploads, which can then be the values of inputs (docs/reference/files.md). */
export class FileService {
  readonly #deps: FileServiceDeps;

  constructor(deps: FileServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Starts receiving the files of one request, which count towards the caller's limits.
   * @param of `task`: the approval to whose form the files belong, instead of to the inputs of the flow
   * @throws {AppError} as FlowService.read
   */
  async intake(
    key: FlowKey,
    caller: Caller,
    { revision, task }: { readonly revision?: number | undefined; readonly task?: string | undefined } = {},
  ): Promise<FileIntake> {
    const { flows, contents, rooms, limit } = this.#deps;
    const flow = usableFlow((await flows.read(key, { revision, owner: caller.key })).checked);
    const inputs = task === undefined ? flow.inputs : formOf(flow, task);
    return new FileIntake({ flow: { ...flow, inputs }, contents, room: rooms.open(caller.subject), limit });
  }

  /** How much room uploads have. */
  get rooms(): UploadRooms {
    return this.#deps.rooms;
  }

  /**
   * Gives each received file a reference that the caller can use for a day.
   * @throws {AppError} `files-unavailable`, `store-unavailable`
   */
  async keep({ flow, received }: FileIntake, caller: Caller): Promise<readonly InputUpload[]> {
    const { contents, uploads, now } = this.#deps;
    const kept: InputUpload[] = [];
    for (const [inputId, file] of received) {
      await contents.keep(file);
      const { filename, size, sha256 } = file;
      const expiresAt = new Date(now().getTime() + uploadMilliseconds).toISOString();
      const upload: Upload = {
        reference: newReference(),
        filename,
        size,
        sha256,
        actor: caller.subject,
        namespace: flow.namespace,
        expiresAt,
      };
      await uploads.add(upload);
      kept.push({ inputId, ...upload });
    }
    return kept;
  }
}

function formOf({ tasks }: ValidatedFlow, task: string): readonly Input[] {
  const wait = tasks.find(({ id }) => id === task)?.wait;
  return wait?.kind === 'approval' ? wait.form : [];
}

/** Has the form that file inputs expect, and cannot be guessed. */
function newReference(): string {
  return `file:${randomBytes(24).toString('base64url')}`;
}
