import type { FileContents } from './file-contents.ts';
import type { UploadRooms } from './upload-rooms.ts';
import type { UploadRegister } from './upload-register.ts';

/** Everything outside this process that files need. */
export interface FilePorts {
  readonly contents: FileContents;
  readonly uploads: UploadRegister;
  readonly rooms: UploadRooms;
}
