import { Redis } from 'ioredis';

/**
 * A connection that writes all commands of one turn of the event loop to its socket together: those of every request that
 * arrived or went on in it. Each write of its own would cost a system call here and in Redis.
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
    // After everything that arrived on any socket: `nextTick` would be after the socket at hand.
    setImmediate(() => {
      this.#isHeld = false;
      socket.uncork();
    });
  }
}
