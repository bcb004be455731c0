import { spawn } from 'node:child_process';
import { randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import type { Attack, Task } from '#lab/hostile/attack.ts';
import type { ClientTraffic } from '#lab/hostile/observe.ts';
import type { HostileGateway } from '#lab/hostile/start.ts';

/** Options for trying a client. */
export interface Trial {
  readonly gateway: HostileGateway;
  readonly attacks: readonly Attack[];
  readonly command: readonly string[];
  /** Seconds that the command has for each attack. */
  readonly seconds: number;
}

/** Runs the client once for each attack, and first once without an attack for each kind of call. */
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
function inability({ exitCode, output, seconds }: CommandEnd): string {
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

/** Result of a command. */
interface CommandEnd {
  /** Undefined where it was stopped because its time was over. */
  readonly exitCode: number | undefined;
  /** The first of what it wrote, on either stream. */
  readonly output: string;
  /** How long it may take. */
  readonly seconds: number;
}

/** Characters of output to keep. */
const maxOutput = 20_000;

/** Runs a command without a shell; rejects with the reason if it cannot be started. */
function runCommand(
  [program = '', ...parameters]: readonly string[],
  env: Readonly<Record<string, string>>,
  seconds: number,
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < maxOutput) output += text;
      });
    }
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`${program} cannot be run: ${error.message}.`, { cause: error }));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ exitCode: late ? undefined : (code ?? 1), output, seconds });
    });
  });
}

/** Verdict on one attack. */
export interface Verdict {
  readonly attack: string;
  readonly what: string;
  readonly statements: readonly string[];
  /** `error`: the client cannot make the honest call, so that nothing can be said. */
  readonly verdict: 'refused' | 'fell' | 'error';
  /** Why it fell for the attack. */
  readonly detail?: string;
}

/** Judges what a client sent and how it ended. */
function judge({ name, what, against, signs, acceptable }: Attack, seen: ClientTraffic, ended: CommandEnd): Verdict {
  const detail = weakness({ signs, acceptable: acceptable ?? false }, seen, ended);
  const verdict = detail === undefined ? 'refused' : 'fell';
  return { attack: name, what, statements: against, verdict, ...(detail !== undefined && { detail }) };
}

function weakness(
  { signs, acceptable }: { readonly signs: number; readonly acceptable: boolean },
  { payments, wrong, leaked }: ClientTraffic,
  { exitCode, output, seconds }: CommandEnd,
): string | undefined {
  if (leaked.length > 0) return `The client sent its ${leaked.join(' and its ')} to another host.`;
  if (wrong[0] !== undefined) return `It signed a payment that is not the one that the call costs. ${wrong[0]}`;
  if (payments.length > Math.max(signs, acceptable ? 1 : signs)) {
    return signs === 0 ? 'It signed a payment.' : `It signed ${payments.length} payments for one call.`;
  }
  if (exitCode === undefined) return `The client did not end within ${seconds} seconds.`;
  if (output.includes('\u001b[2J')) return 'The client printed control characters of the gateway to the terminal.';
  return exitCode === 0 && !acceptable ? 'The client accepted the response: it ended with exit code 0.' : undefined;
}
