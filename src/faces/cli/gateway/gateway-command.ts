import {
  defineCommand,
  type CommandDeclaration,
  type CommandDefinition,
  type CommandInput,
} from '../declaration/command-declaration.ts';
import type { ArgumentDeclarations, OptionDeclarations } from '../declaration/option-declaration.ts';
import type { GatewayConnection } from './gateway-connection.ts';
import { reportingRejection } from './gateway-error.ts';
import { gatewayOptions } from './gateway-options.ts';

type GatewayInput<Arguments, Options> = CommandInput<Arguments, Options & typeof gatewayOptions> & {
  readonly connection: GatewayConnection;
};

interface GatewayCommandDefinition<Arguments, Options> extends CommandDefinition<
  Arguments,
  Options,
  GatewayInput<Arguments, Options>
> {
  /** The exit status when the server rejects the request; default: 1 if `exit` describes it, else 2. */
  readonly rejected?: 2;
}

/** Declares a command that uses a server: it has the options of the server, and `run` gets a connection to it. */
export function gatewayCommand<
  const Arguments extends ArgumentDeclarations = Readonly<Record<never, never>>,
  const Options extends OptionDeclarations = Readonly<Record<never, never>>,
>({ rejected, ...definition }: GatewayCommandDefinition<Arguments, Options>): CommandDeclaration {
  return defineCommand({
    ...definition,
    options: { ...definition.options, ...gatewayOptions },
    run: async (input, terminal) => {
      const { openConnection } = await import('./open-connection.ts'); // loads the client
      const connection = openConnection(input.options, terminal);
      // The parser returns the values that the declarations describe.
      const given = { ...input, connection } as unknown as GatewayInput<Arguments, Options>;
      const work = async () => definition.run(given, terminal);
      return rejected === 2 || definition.exit?.[1] === undefined ? work() : reportingRejection(terminal, work);
    },
  });
}
