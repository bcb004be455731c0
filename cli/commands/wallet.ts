import { type Command, Option } from 'commander';

/** Registers `tollwright wallet`: prints a new key and its address. */
export function register(program: Command): void {
  program
    .command('wallet')
    .description('print a new private key and its address, for a buyer of test money')
    .addOption(
      new Option('--kind <kind>', 'kind of network on which it pays').choices(['evm', 'solana']).default('evm'),
    )
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action(async ({ kind, json }: { readonly kind: 'evm' | 'solana'; readonly json?: boolean }) => {
      const { addressOf, randomKey } = await import('#conformance/wallet/keys.ts');
      const key = randomKey(kind);
      const address = addressOf(key);
      if (json) console.log(JSON.stringify({ key, address }, null, 2));
      else console.log(`export PAYER_KEY=${key}\nexport PAYER_ADDRESS=${address}`);
    });
}

const help = `
The key is not stored. Who has it can spend what the wallet holds.

Example:
  tollwright wallet > buyer.env
  . ./buyer.env
  tollwright serve --fund $PAYER_ADDRESS=1
`;
