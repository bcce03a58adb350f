// Loaded into a gateway in front of its own modules: tells the process that started it how it fares.
import { readdirSync } from 'node:fs';

const pause = 5;
let last = performance.now();
let maxDelay = 0;

setInterval(measure, pause).unref();
process.on('message', (message) => {
  // Behind the next turn of the timers, so that whatever else is waiting is counted.
  if (message === 'sample') setTimeout(answer, 2 * pause);
});
// Nothing that an ended test run started lives on.
process.on('disconnect', () => process.exit(1));

function measure() {
  const now = performance.now();
  maxDelay = Math.max(maxDelay, now - last - pause);
  last = now;
}

function answer() {
  measure();
  const { rss, heapUsed } = process.memoryUsage();
  process.send({
    maxDelay,
    rss,
    heapUsed,
    resources: process.getActiveResourcesInfo().length,
    descriptors: readdirSync('/proc/self/fd').length,
  });
  maxDelay = 0;
}
