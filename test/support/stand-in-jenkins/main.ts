import { StandInJenkins, type StandInOptions } from './stand-in-jenkins.ts';

// Prints its address as a line of JSON, and exits with the process that started it.
const { url, user, token } = await StandInJenkins.start(JSON.parse(process.argv[2] ?? '{}') as StandInOptions);
process.stdout.write(`${JSON.stringify({ url, user, token })}\n`);
process.stdin.resume().once('end', () => process.exit());
