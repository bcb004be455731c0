import { randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import type { Attack } from '#lab/hostile/attack.ts';
import type { HostileGateway } from '#lab/hostile/start.ts';
import type { Task } from '#lab/hostile/task.ts';
import { type Ended, runCommand } from './run-command.ts';
import { judge, type Verdict } from './verdict.ts';

/** How a client is tried. */
export interface Trial {
  readonly gateway: HostileGateway;
  readonly attacks: readonly Attack[];
  readonly command: readonly string[];
  /** Seconds that the command has for each attack. */
  readonly seconds: number;
}

/** Runs the client once for each attack, and before that once without an attack for each kind of call. */
export async function* tryClient({ gateway, attacks, command, seconds }: Trial): AsyncGenerator<Verdict> {
  const unable = new Map<string, string>();
  const run = (task: Task) => runCommand(command, environment(gateway, task), seconds);

  for (const attack of attacks) {
    const task = gateway.taskOf(attack.callKind);
    if (!task) throw new Error(`${gateway.host.id} has no call for ${attack.name}.`);
    if (!unable.has(attack.callKind)) {
      await gateway.play(undefined, task);
      unable.set(attack.callKind, inability(await run(task)));
    }
    const reason = unable.get(attack.callKind) ?? '';
    if (reason !== '') {
      yield { attack: attack.name, what: attack.what, statements: attack.against, verdict: 'error', detail: reason };
      continue;
    }
    const observed = await gateway.play(attack, task);
    const ended = await run(task);
    yield judge(attack, observed.seen(), ended);
  }
}

/** Why a client cannot be tried: a call that fails for another reason tells us nothing about attacks. */
function inability({ exitCode, output, seconds }: Ended): string {
  if (exitCode === 0) return '';
  const end = exitCode === undefined ? `did not end within ${seconds} seconds` : `ended with exit code ${exitCode}`;
  const said = output.trim().split('\n').at(-1)?.slice(0, 200);
  return `Without any attack it ${end}${said ? `: ${JSON.stringify(said)}` : ''}.`;
}

/** The environment of the command; its wallet is new each time and is used nowhere else. */
function environment({ url, host, apiKey }: HostileGateway, task: Task): Record<string, string> {
  const { sampleCall, method, path, body, price, payTo } = task;
  return {
    TOLLWRIGHT_URL: url,
    TOLLWRIGHT_HOST: host.id,
    TOLLWRIGHT_KIND: sampleCall.kind,
    TOLLWRIGHT_OPERATION: sampleCall.operation,
    TOLLWRIGHT_METHOD: method,
    TOLLWRIGHT_PATH: path,
    ...(body !== undefined && { TOLLWRIGHT_BODY: JSON.stringify(body) }),
    ...(price !== undefined && { TOLLWRIGHT_PRICE: price }),
    PAY_TO: payTo,
    PAYER_KEY: randomKey(networkKind(host.payment?.network)),
    API_KEY: apiKey,
  };
}
