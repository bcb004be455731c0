/** Waits for a server to listen; throws an error that names the reason when it cannot. */
export async function reachable(
  listening: Promise<{ readonly url: string }>,
  hostname: string,
  port: number,
): Promise<string> {
  try {
    return (await listening).url;
  } catch (error) {
    throw new Error(reason(error, hostname, port), { cause: error });
  }
}

function reason(error: unknown, hostname: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${hostname} is in use. Choose a different port, or 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} of ${hostname} requires privileges that this process does not have.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no network interface ${hostname}.`;
    default:
      return `Cannot listen on port ${port} of ${hostname}: ${error instanceof Error ? error.message : error}.`;
  }
}
