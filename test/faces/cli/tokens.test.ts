import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { flowText, startTestGateway } from '../../support/gateway.ts';
import { useGatewayLine } from './gateway-line.ts';

const cli = useGatewayLine(startTestGateway);

beforeEach(async () => {
  await request(cli.started.app).post('/flows').set('x-oidc-sub', 'ada').type('text/yaml').send(flowText()).expect(201);
});

const run = (command: string) => cli.line.run(command.split(' '));
const create = (more = '') => run(`tokens create --name ci --namespace examples --rights read,write${more}`);

describe('tokens create', () => {
  it('prints the text alone, with which every command identifies itself', async () => {
    const { status, stdout, stderr } = await create();
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^fgt_\w{62}\n$/) });
    expect(stderr).toMatch(
      /^Created the token ci: read, write in examples\. It expires at .* It is shown only once\.\n$/,
    );
    cli.line.environment = { ...cli.line.environment, FLOWGATE_USER: 'mallory', FLOWGATE_TOKEN: stdout.trim() };
    expect((await run('pull')).status).toBe(0);
    const audit = await run('audit --actor token:ci --format json');
    expect(audit.status).toBe(0);
    const { status: denied, stderr: why } = await run('tokens list');
    expect(denied).toBe(2);
    expect(why).toContain('permission denied. "token:ci" is not a user');
  });

  it('prints everything as JSON', async () => {
    const { stdout } = await create(' --namespace examples.* --expires never --format json');
    const { token, ...made } = JSON.parse(stdout) as Record<string, unknown>;
    expect(token).toMatch(/^fgt_/);
    expect(made).toMatchObject({ name: 'ci', namespaces: ['examples', 'examples.*'], rights: ['read', 'write'] });
    expect(made).not.toHaveProperty('expiresAt');
  });

  it('with the surface mcp is of no use for the API', async () => {
    const { stdout, stderr } = await create(' --surface mcp');
    expect(stderr).toContain('Created the token ci: read, write in examples over mcp.');
    cli.line.environment = { ...cli.line.environment, FLOWGATE_TOKEN: stdout.trim() };
    const { status, stderr: why } = await run('pull');
    expect(status).toBe(1);
    expect(why).toContain('"token:ci" lacks the surface http');
  });

  it.each([
    ['tokens create', 'missing option --name, --namespace, --rights'],
    ['tokens create --name ci --rights read', 'missing option --namespace'],
    ['tokens create --name ci --namespace a --rights admin', '"admin" is not a right; allowed for --rights: read'],
    ['tokens create --name ci --namespace a --rights read --expires soon', '"soon" is not a time'],
    [
      'tokens create --name ci --namespace a --rights read --surface web',
      '"web" is not a surface; allowed for --surface: http',
    ],
    ['tokens create --name CI --namespace a --rights read', 'name'],
  ])('%s', async (command, reason) => {
    const { status, stdout, stderr } = await run(command);
    expect(stdout).toBe('');
    expect(status).toBeGreaterThan(0);
    expect(stderr).toContain(reason);
  });

  it('says that a name is taken', async () => {
    await create();
    expect(await create()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('A token "ci" already exists.'),
    });
  });
});

describe('tokens list and revoke', () => {
  it('by name or id', async () => {
    await create();
    const [head, row] = (await run('tokens list')).stdout.split('\n');
    expect(head).toMatch(/^NAME +ID +RIGHTS +SURFACES +NAMESPACES +CREATED BY +EXPIRES +LAST USED$/);
    expect(row).toMatch(/^ci +[0-9a-z]{12} +read,write +http +examples +ada +\d{4}-.* +never$/);
    expect(await run('tokens revoke ci')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Revoked the token ci/),
    });
    expect(await run('tokens revoke ci')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('was not found'),
    });
    await create();
    const [{ id }] = JSON.parse((await run('tokens list --format json')).stdout) as [{ id: string }];
    expect((await run(`tokens revoke ${id}`)).status).toBe(0);
    expect(JSON.parse((await run('tokens list --format json')).stdout)).toEqual([]);
    const audit = (await run('audit')).stdout;
    expect(audit).toMatch(/ada +revokeToken +ci +done/);
  });
});
