import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hello, LocalLine } from './local-line.ts';

let line: LocalLine;
beforeEach(() => {
  line = new LocalLine();
});
afterEach(() => line.remove());

describe('what run runs', () => {
  beforeEach(() => line.write('examples/hello.yaml', hello));

  test('rejects options of a server for a file, and options of files for a server', async () => {
    const rejected = async (...args: string[]) => (await line.run(['run', ...args])).stderr;
    expect(await rejected('examples/hello.yaml', '--follow', '--label', 'a=b', '--revision', '2')).toBe(
      'flowgate: --label, --revision, --follow need a server; a flow in a file runs on this machine.\n',
    );
    expect(await rejected('examples/hello', '--server', 'http://127.0.0.1:1', '--task', 'a')).toBe(
      'flowgate: --task are for a flow in a file; this flow runs on a server.\n',
    );
    expect(await rejected('./examples/hello.yaml', '--server', 'http://127.0.0.1:1')).toBe(
      'flowgate: ./examples/hello.yaml is a file, which runs on this machine; leave out --server and --context, or apply the flow first.\n',
    );
  });

  test('says how to decide between a file and a flow on a server', async () => {
    line.environment = { FLOWGATE_SERVER: 'http://127.0.0.1:1' };
    expect(await line.run(['run', 'examples/hello.yaml'])).toMatchObject({
      status: 2,
      stderr:
        'flowgate: examples/hello.yaml is a file, and can be a flow on the server of FLOWGATE_SERVER. For the file, write ./examples/hello.yaml; for the flow, add --server http://127.0.0.1:1.\n',
    });
    expect(await line.run(['run', './examples/hello.yaml', '-i', 'user_name=Ada'])).toMatchObject({ status: 0 });
    line.write('hello.yaml', hello);
    expect(await line.run(['run', 'hello.yaml', '-i', 'user_name=Ada'])).toMatchObject({ status: 0 });
  });

  test('says that a file was not found', async () => {
    expect((await line.run(['run', 'absent.yaml'])).stderr).toBe(
      'flowgate: cannot read absent.yaml: the file was not found.\n',
    );
    expect((await line.run(['run', 'examples/absent'])).stderr).toBe(
      'flowgate: the file examples/absent was not found. For a flow on a server, use --server, FLOWGATE_SERVER or a context.\n',
    );
    expect((await line.run(['run'])).status).toBe(2);
  });
});
