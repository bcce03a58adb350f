// Preloaded into each measured server: answers over the IPC channel how much CPU time the process has used so far.
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage() });
});
// The channel alone must not keep a server alive that was told to stop.
process.channel?.unref();
