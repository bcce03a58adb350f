import { Redis } from 'ioredis';

/**
 * A connection that writes the commands of one moment to its socket together. Requests that are served at the same time
 * send theirs when the same replies arrive, and each write of its own would cost a system call here and in Redis.
 * `enableAutoPipelining` of ioredis does the same with a pipeline, whose promises cost more than the writes.
 */
export class BatchingRedis extends Redis {
  #isHeld = false;

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    if (!this.#isHeld && this.status === 'ready') this.#holdWrites();
    return super.sendCommand(command, stream);
  }

  #holdWrites(): void {
    const socket = this.stream;
    this.#isHeld = true;
    socket.cork();
    // After all promises that are settled now.
    process.nextTick(() => {
      this.#isHeld = false;
      socket.uncork();
    });
  }
}
