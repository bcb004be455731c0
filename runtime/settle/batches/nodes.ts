/** Finds the node of each network of a host. */

import type { NetworkDefinition, PaymentDefinition } from '../../operation/host.ts';
import { createNode, type EvmNode } from '../evm/node.ts';

/** A network, and the node that settles its payments. */
export interface NetworkNode {
  readonly network: NetworkDefinition;
  readonly chainId: number;
  readonly node: EvmNode;
  /** Host and port of the node. The rest of its URL may be a secret. */
  readonly name: string;
}

/**
 * Asks each node for its chain, and returns the networks of a host that have one, in the order of the host.
 *
 * Throws for nodes that do not answer, are on no network of the host, or share one.
 */
export async function connectNodes(
  urls: readonly string[],
  definition: PaymentDefinition,
): Promise<readonly NetworkNode[]> {
  const networks = [definition, ...(definition.also ?? [])];
  const connected = await Promise.all(urls.map((url) => connect(url, networks)));
  return networks.flatMap((network) => {
    const [first, second] = connected.filter((each) => each.network === network);
    if (second) throw new Error(`${first?.name} and ${second.name} are both on ${network.network}. Give it one node.`);
    return first ?? [];
  });
}

async function connect(url: string, networks: readonly NetworkDefinition[]): Promise<NetworkNode> {
  const [node, name] = [createNode(url), new URL(url).host];
  const id = await node.request({ method: 'eth_chainId' }).catch(() => {
    throw new Error(`The node ${name} cannot be asked. Check its URL, and that it runs.`);
  });
  const chainId = Number(id);
  const network = networks.find((each) => each.network === `eip155:${chainId}`);
  if (network) return { network, chainId, node, name };
  const expected = networks.map((each) => each.network).join(' or ');
  throw new Error(`The node ${name} is on eip155:${chainId}, not on ${expected}.`);
}
