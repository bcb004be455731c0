/** Registers a contract as vitest tests; the room that does it keeps to this. */
export interface SuiteRoom {
  registerSuite(contract: string | URL): void;
}

/**
 * Registers a host's contract as vitest tests of the deployment whose target file TOLLWRIGHT_TARGET names.
 *
 * The rest of the room is named by URL, which compilers do not follow: whoever checks an emitted suite checks what it
 * says, and not every check, wallet and report that it sets going.
 */
export async function defineSuite(contract: string | URL): Promise<void> {
  const room: SuiteRoom = await import(new URL('./suite.ts', import.meta.url).href);
  room.registerSuite(contract);
}
