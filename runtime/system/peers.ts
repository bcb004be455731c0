/**
 * Loads a module that needs optional peers.
 *
 * Throws an error that names the packages where one of them cannot be loaded. `need` begins its message: `Metrics need`.
 */
export async function loadWithPeers<Module>(
  need: string,
  packages: readonly string[],
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(`${need} packages that could not be loaded. Run: npm install ${packages.join(' ')}`, { cause });
  }
}
