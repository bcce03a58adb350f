import {
  defineCommand,
  type CommandDeclaration,
  type CommandDefinition,
  type CommandInput,
} from '../declaration/command-declaration.ts';
import type { ArgumentDeclarations, OptionDeclarations } from '../declaration/option-declaration.ts';
import type { ExitStatus } from '../exit-status.ts';
import type { Terminal } from '../terminal.ts';
import type { GatewayConnection } from './gateway-connection.ts';
import { reportingRejection } from './gateway-error.ts';
import { gatewayOptions } from './gateway-options.ts';

interface GatewayCommandDefinition<Arguments, Options> extends Omit<
  CommandDefinition<ArgumentDeclarations, OptionDeclarations>,
  'arguments' | 'options' | 'run'
> {
  readonly arguments?: Arguments;
  readonly options?: Options;
  /** The exit status when the server rejects the request; default: 1 if `exit` describes it, else 2. */
  readonly rejected?: 2;
  /** @returns undefined for success */
  run(
    input: CommandInput<Arguments, Options & typeof gatewayOptions> & { readonly connection: GatewayConnection },
    terminal: Terminal,
  ): Promise<ExitStatus | void>;
}

/**
 * Declares a command that uses a server: it has the options of the server, and `run` gets a connection to it.
 */
export function gatewayCommand<
  const Arguments extends ArgumentDeclarations = Readonly<Record<never, never>>,
  const Options extends OptionDeclarations = Readonly<Record<never, never>>,
>({ run, rejected, ...definition }: GatewayCommandDefinition<Arguments, Options>): CommandDeclaration {
  type Input = CommandInput<Arguments, Options & typeof gatewayOptions>;
  return defineCommand({
    ...definition,
    options: { ...definition.options, ...gatewayOptions },
    run: async (input, terminal) => {
      const { openConnection } = await import('./open-connection.ts'); // loads the client
      const connection = openConnection(input.options, terminal);
      // The parser gives the values that the declarations describe.
      const work = async () => (await run({ ...(input as unknown as Input), connection }, terminal)) ?? 0;
      return rejected === 2 || definition.exit?.[1] === undefined ? work() : reportingRejection(terminal, work);
    },
  });
}
