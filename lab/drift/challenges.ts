import { isObject, read } from '@tollwright/runtime/values/json';
import { authenticateHeader, requirementHeaders } from '../toolkit/payment-headers.ts';
import type { Alteration, Call, Reply } from './proxy.ts';

type Change = (text: string) => string;

/** A changed price of an operation: `micro` from the documents' micro-USDC and the request. */
export function repriced(
  id: string,
  operation: string,
  path: RegExp,
  micro: (amount: bigint, body: unknown) => bigint,
): Alteration {
  return {
    id,
    path,
    reported: new RegExp(`^price\\.${operation}$`),
    reply: (reply, call) => {
      const before = BigInt(String(read(reply.json, 'accepts', '0', 'amount') ?? '-1'));
      if (reply.status !== 402 || before < 0n) return reply;
      const after = micro(before, call.body);
      return challenged(reply, (text) =>
        text.replaceAll(`"amount":"${before}"`, `"amount":"${after}"`).replaceAll(usd(before), usd(after)),
      );
    },
  };
}

/** A changed field of the offers of an operation; `reported` is the rule that is broken. */
export function offered(id: string, path: RegExp, reported: string, change: Change): Alteration {
  return {
    id,
    path,
    reported: new RegExp(`^rule\\.${reported}`),
    reply: (reply: Reply, _call: Call) => (reply.status === 402 ? challenged(reply, change) : reply),
  };
}

/** A challenge with the same change in its body and its headers. */
function challenged({ status, headers, json }: Reply, change: Change): Reply {
  const encoded = (value: string) => Buffer.from(change(Buffer.from(value, 'base64').toString())).toString('base64');
  const changed = Object.entries(headers).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    if (requirementHeaders.includes(name.toLowerCase())) return [name, encoded(value)];
    if (name.toLowerCase() === authenticateHeader)
      return [name, value.replace(/"([^"]+)"/, (_, text) => `"${encoded(text)}"`)];
    return [name, value];
  });
  return {
    status,
    headers: Object.fromEntries(changed),
    json: isObject(json) ? JSON.parse(change(JSON.stringify(json))) : json,
  };
}

/** Micro-USDC as a quoted decimal text of USD, as challenges show it. */
function usd(micro: bigint): string {
  const digits = String(micro).padStart(7, '0');
  return `"${`${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')}"`;
}
