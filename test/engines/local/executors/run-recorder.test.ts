import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CarriedRecord } from '../../../../src/engines/local/executors/carried-record.ts';
import { RunRecorder } from '../../../../src/engines/local/executors/run-recorder.ts';
import { nothingCarried } from '../../../../src/language/execution-plan/segment.ts';
import { SecretPlaces } from '../../../../src/store/executions/record/carried-texts.ts';
import { executionCreation } from '../../../support/execution-creation.ts';
import { recordOf } from '../../../support/execution-record.ts';

const { accepted } = executionCreation({ accepted: { id: 'an-execution' } });
const record = recordOf({ ...accepted, state: 'RUNNING', history: [], attempts: 1, tasks: [] });
let written: string[];
let isReachable: boolean;
let recorder: RunRecorder;
beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  isReachable = true;
  const write = (what: string): void => {
    written.push(isReachable ? what : `failed ${what}`);
    if (!isReachable) throw new Error('unreachable');
  };
  recorder = new RunRecorder({
    record,
    life: {
      send: async (known, event) => {
        const { tasks = [] } = event.name === 'progressed' ? event : {};
        write(`tasks ${tasks.map(({ path, state }) => `${path} ${state}`).join(', ')}`);
        return { isApplied: true, record: known };
      },
    },
    logs: {
      append: async (_id: string, text: string) => write(`log ${text}`),
      end: async (_id: string, text: string) => write(`end ${text}`),
    } as never, // what they return is not read
    carried: new CarriedRecord('an-execution', nothingCarried, new SecretPlaces(new Map())),
    fence: { name: 'run:an-execution' } as never, // only passed on
    isHeld: async () => true,
    isCall: () => false,
    onLog: () => undefined,
    onLost: () => undefined,
  });
});
afterEach(() => vi.useRealTimers());

const begin = () => recorder.task({ path: 'greet', state: 'RUNNING', at: new Date() } as never);

it('several changes are one write, after a pause', async () => {
  begin();
  void recorder.log('hello\n', 'greet');
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toEqual(['tasks greet RUNNING', 'log [Flowgate] task greet\nhello\n']);
});

it('the end of the execution is written at once, although a change has just begun its pause', async () => {
  begin();
  void recorder.log('hello\n', 'greet');
  recorder.end('SUCCESS', undefined);
  await recorder.flush();
  expect(written).toEqual([
    'tasks greet RUNNING',
    'log [Flowgate] task greet\nhello\n',
    expect.stringMatching(/^end .*SUCCESS/s),
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

it('what comes during a write goes out without another pause', async () => {
  begin();
  await vi.advanceTimersByTimeAsync(150);
  begin();
  const flushed = recorder.flush();
  void recorder.log('more\n', 'greet');
  await flushed;
  expect(written.at(-1)).toBe('log [Flowgate] task greet\nmore\n');
});

it('while the store is unreachable, the end waits between its attempts', async () => {
  isReachable = false;
  begin();
  const flushed = recorder.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  // One at once, and one after each pause of 150.5 ms.
  expect(written).toEqual(Array(7).fill('failed tasks greet RUNNING'));
  isReachable = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await flushed;
  expect(written.at(-1)).toBe('tasks greet RUNNING');
});
