import { execFileSync } from 'node:child_process';

/** Author and repository of a package, as its manifest states them; empty if it states none. */
export interface Origin {
  readonly author?: unknown;
  readonly homepage?: unknown;
  readonly bugs?: unknown;
  readonly repository?: unknown;
}

/**
 * Reads the origin of the packages of a folder from its manifest, or else from the git remote `origin`.
 *
 * @param directory the folder of the package within the repository
 */
export function originOf(manifest: Origin, folder: string, directory?: string): Origin {
  const { author, homepage, bugs, repository = remoteOf(folder) } = manifest;
  return {
    ...(author !== undefined && { author }),
    ...(homepage !== undefined && { homepage }),
    ...(bugs !== undefined && { bugs }),
    ...(repository !== undefined && { repository: directory ? within(repository, directory) : repository }),
  };
}

/** A repository as a manifest writes it, with the folder of one of its packages. */
function within(repository: unknown, directory: string): unknown {
  if (typeof repository === 'string') return { type: 'git', url: repository, directory };
  return typeof repository === 'object' ? { ...repository, directory } : repository;
}

function remoteOf(folder: string): { type: 'git'; url: string } | undefined {
  let remote: string;
  try {
    const command = ['remote', 'get-url', 'origin'];
    remote = execFileSync('git', command, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
  const url = publicUrl(remote);
  return url === undefined ? undefined : { type: 'git', url };
}

/** The URL of a remote that others can reach, without the credentials of its clone; undefined for a path. */
function publicUrl(remote: string): string | undefined {
  const short = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote);
  if (short) return `git+ssh://git@${short[1]}/${short[2]}`;
  if (!URL.canParse(remote)) return undefined;
  const { protocol, host, pathname } = new URL(remote);
  if (protocol === 'https:') return `git+https://${host}${pathname}`;
  return protocol === 'ssh:' ? `git+ssh://git@${host}${pathname}` : undefined;
}
