import { addressOf, randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import type { Attack, Task } from '#lab/hostile/attack.ts';
import type { ClientTraffic } from '#lab/hostile/observe.ts';
import type { HostileGateway } from '#lab/hostile/start.ts';
import type { Client, ClientEnd } from './command.ts';
import { unsafeClient } from './unsafe-client.ts';

/** Options for trying a client. */
export interface Trial {
  readonly gateway: HostileGateway;
  readonly attacks: readonly Attack[];
  readonly client: Client;
}

/**
 * Runs the client once for each attack, and first once without an attack for each kind of call.
 *
 * A control runs beside it: a client that is known to be unsafe. An attack that does not get through to it shows nothing.
 */
export async function* tryClient({ gateway, attacks, client }: Trial): AsyncGenerator<Verdict> {
  const unable = new Map<string, string>();

  for (const attack of attacks) {
    const task = gateway.taskOf(attack.callKind);
    if (!task) throw new Error(`${gateway.host.id} has no call for ${attack.name}.`);
    if (!unable.has(attack.callKind)) {
      await gateway.play(undefined, task);
      unable.set(attack.callKind, inability(await client(environment(gateway, task, walletKey(gateway)))));
    }
    const reason = unable.get(attack.callKind) ?? '';
    if (reason !== '') {
      yield { attack: attack.name, what: attack.what, statements: attack.against, verdict: 'error', detail: reason };
      continue;
    }
    const control = await attempt(gateway, attack, task, unsafeClient);
    const own = await attempt(gateway, attack, task, client);
    yield { ...own, control: control.verdict === 'fell' ? 'fell' : 'refused' };
  }
}

/** Tries one client with one attack, with a wallet of its own. */
async function attempt(gateway: HostileGateway, attack: Attack, task: Task, client: Client): Promise<Attempt> {
  const observed = await gateway.play(attack, task);
  const key = walletKey(gateway);
  const ended = await client(environment(gateway, task, key));
  const settlements = await gateway.settlements(addressOf(key));
  return judge(attack, { ...observed.seen(), settlements }, ended);
}

const walletKey = ({ host }: HostileGateway) => randomKey(networkKind(host.payment?.network));

/** Why a client cannot be tried: a call that fails for another reason tells us nothing about attacks. */
function inability({ exitCode, output, seconds }: ClientEnd): string {
  if (exitCode === 0) return '';
  const end = exitCode === undefined ? `did not end within ${seconds} seconds` : `ended with exit code ${exitCode}`;
  const said = output.trim().split('\n').at(-1)?.slice(0, 200);
  return `Without any attack it ${end}${said ? `: ${JSON.stringify(said)}` : ''}.`;
}

/** The environment of a client; its wallet is new each time and is used nowhere else. */
function environment({ url, host, apiKey }: HostileGateway, task: Task, key: string): Record<string, string> {
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
    PAYER_KEY: key,
    API_KEY: apiKey,
  };
}

/** Verdict on one attack. */
export interface Verdict extends Attempt {
  /** Whether the client that is known to be unsafe fell for the attack. */
  readonly control?: 'refused' | 'fell';
}

/** Verdict on one client. */
interface Attempt {
  readonly attack: string;
  readonly what: string;
  readonly statements: readonly string[];
  /** `error`: the client cannot make the honest call, so that nothing can be said. */
  readonly verdict: 'refused' | 'fell' | 'error';
  /** Settlements of its wallet that the ledger has. */
  readonly settlements?: number;
  /** Why it fell for the attack. */
  readonly detail?: string;
}

/** The traffic of a client, and how often the ledger has a settlement of it. */
interface Traffic extends ClientTraffic {
  readonly settlements: number;
}

/** Judges what a client sent, what it paid, and how it ended. */
function judge({ name, what, against, signs, acceptable }: Attack, seen: Traffic, ended: ClientEnd): Attempt {
  const detail = weakness({ signs, acceptable: acceptable ?? false }, seen, ended);
  const verdict = detail === undefined ? 'refused' : 'fell';
  const { settlements } = seen;
  return {
    ...{ attack: name, what, statements: against, verdict, settlements },
    ...(detail !== undefined && { detail }),
  };
}

function weakness(
  { signs, acceptable }: { readonly signs: number; readonly acceptable: boolean },
  { payments, wrong, leaked, settlements }: Traffic,
  { exitCode, output, seconds }: ClientEnd,
): string | undefined {
  if (leaked.length > 0) return `The client sent its ${leaked.join(' and its ')} to another host.`;
  if (wrong[0] !== undefined) return `It signed a payment that is not the one that the call costs. ${wrong[0]}`;
  if (settlements > 1) return `It paid ${settlements} times for one call.`;
  if (payments.length > Math.max(signs, acceptable ? 1 : signs)) {
    return signs === 0 ? 'It signed a payment.' : `It signed ${payments.length} payments for one call.`;
  }
  if (exitCode === undefined) return `The client did not end within ${seconds} seconds.`;
  if (output.includes('\u001b[2J')) return 'The client printed control characters of the gateway to the terminal.';
  return exitCode === 0 && !acceptable ? 'The client accepted the response: it ended with exit code 0.' : undefined;
}
