import { measureFollowers, type FollowersCost } from './measure-followers.ts';
import { measureFollowing, type FollowingCost } from './measure-following.ts';
import { measureIntake, type Intake } from './measure-intake.ts';
import { measureRevisions, type RevisionsCost } from './measure-revisions.ts';

export interface ScaleCosts {
  readonly intake: readonly Intake[];
  readonly following: readonly FollowingCost[];
  readonly followers: readonly FollowersCost[];
  readonly revisions: RevisionsCost;
}

export async function measureScale(folder: string): Promise<ScaleCosts> {
  return {
    intake: await measureIntake(folder),
    following: await measureFollowing(folder),
    followers: await measureFollowers(folder),
    revisions: await measureRevisions(folder),
  };
}

export function scaleSection({ intake, following, followers, revisions }: ScaleCosts): string {
  const [raw, floor] = intake.map(({ perSecond }) => perSecond);
  return `## Several processes on one Redis

Executions that are accepted per second from 16 clients at once, by gateways that share a Redis which writes every change
to disk before it responds. They are compared with what one process adds to a queue of BullMQ on the same Redis in the
same run, and with what the minimal server adds that reads and validates the same requests. The goal is half of it.
Servers, Redis and the clients share the cores of one machine, so the CPU time per execution says more about larger
machines than the rate does.

| what | per second | of BullMQ alone | of BullMQ over HTTP | median (ms) | 99% (ms) | CPU time of servers (ms) | of Redis (ms) |
|---|---|---|---|---|---|---|---|
${intake.map((each) => intakeRow(each, raw, floor)).join('\n')}

Following builds of a stand-in for Jenkins with one process, while nothing changes:

| builds | until all run (s) | calls to Jenkins per second | CPU time (ms per second) |
|---|---|---|---|
${following.map(followingRow).join('\n')}

Following one growing log with many clients of one gateway, from the time that a line was written to its arrival:

| clients | lines per second | median (ms) | 99% (ms) | CPU time (ms per second) | lost lines |
|---|---|---|---|---|---|
${followers.map(followersRow).join('\n')}

${revisionsRows(revisions)}`;
}

function intakeRow(
  { what, perSecond, median, p99, serverTime, redisTime }: Intake,
  raw = Number.NaN,
  floor = Number.NaN,
): string {
  const shares = [raw, floor].map((all) => (perSecond / all).toFixed(2));
  const times = [median, p99].map((time) => time?.toFixed(0) ?? '');
  const cells = [what, `**${perSecond.toFixed(0)}**`, ...shares, ...times];
  return `| ${[...cells, serverTime?.toFixed(2) ?? '', redisTime.toFixed(3)].join(' | ')} |`;
}

function followingRow({ builds, startTime, callsPerSecond, cpuTime }: FollowingCost): string {
  return `| ${builds.toLocaleString('en')} | ${startTime.toFixed(1)} | **${callsPerSecond.toFixed(1)}** | **${cpuTime.toFixed(0)}** |`;
}

function followersRow({ followers, linesPerSecond, median, p99, cpuTime, lost }: FollowersCost): string {
  return `| ${followers} | ${linesPerSecond.toFixed(0)} | ${median.toFixed(0)} | **${p99.toFixed(0)}** | **${cpuTime.toFixed(0)}** | ${lost} |`;
}

function revisionsRows({ revisions, bytes, page, old, start }: RevisionsCost): string {
  return `A store of ${revisions.toLocaleString('en')} revisions, each of a flow of 2 KB:

| what | measured |
|---|---|
| memory of Redis per revision | **${(bytes / 1000).toFixed(1)}** KB |
| a page of the revisions of a flow | ${page.median.toFixed(1)} ms, 99%: **${page.p99.toFixed(1)}** ms |
| an old revision with its source | ${old.median.toFixed(1)} ms, 99%: **${old.p99.toFixed(1)}** ms |
| from the start of a gateway to its first response | **${start.toFixed(0)}** ms |
`;
}
