/** The module that registers a contract as vitest tests. */
export interface SuiteRoom {
  registerSuite(contract: string | URL): void;
}

/**
 * Registers a host's contract as vitest tests of the deployment whose target file TOLLWRIGHT_TARGET names.
 *
 * The module is imported by URL, which compilers do not follow: type-checking an emitted suite does not check the whole
 * conformance suite.
 */
export async function defineSuite(contract: string | URL): Promise<void> {
  const room: SuiteRoom = await import(new URL('./suite.ts', import.meta.url).href);
  room.registerSuite(contract);
}
