/**
 * Loads a module that needs the packages of Solana, which are optional peers.
 *
 * Throws an error that names them where they are not installed.
 */
export async function loadSolana<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const packages = ['addresses', 'transaction-messages', 'transactions'].map((name) => `@solana/${name}`).join(' ');
    throw new Error(`Payments on Solana need packages that could not be loaded. Run: npm install ${packages}`, {
      cause,
    });
  }
}
