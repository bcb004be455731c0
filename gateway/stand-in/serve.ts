import { createGateway } from '@tollwright/runtime/gateway/create';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import type { Handlers } from '#generated/handlers.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { builtIn, lifecycles } from '../built-in.ts';
import { payeeOf } from '../payee.ts';
import type { StandInRoom } from '../stand-in.ts';
import { simulatedUpstream } from '../upstream/simulated/upstream.ts';

/** Paths of the API of OpenAI, by the operations that have others here. */
const paths: Readonly<Record<string, string>> = { 'edit-image': '/images/edits' };

/** Serves the operations of the built-in service that need no caller, free of charge and without its prefix. */
export const serveStandIn: StandInRoom['serveStandIn'] = async () => {
  const { handlers, checks } = builtIn(baseHost, 1);
  const gateway = await createGateway({
    host: freeHost(baseHost),
    handlers: (services) => ({ ...handlers(services), 'generate-image': generateImage }),
    ...(checks && { checks }),
    lifecycles,
    payTo: payeeOf(baseHost),
  });
  const { url } = await gateway.listen(0);
  return { url, env: variables(url), close: () => gateway.close() };
};

function freeHost({ payment: _, ...host }: HostDefinition): HostDefinition {
  const routes = host.routes
    .filter(({ auth }) => auth === 'none' || auth === 'payment')
    .map(({ quote: _, limits: __, ...route }): Route => {
      const path = paths[route.operation.id] ?? route.path.replace(`${host.prefix}/`, '/');
      return { ...route, path, auth: 'none', limits: [] };
    });
  return { ...host, auth: 'none', prefix: '', absent: [], routes };
}

/** Variables with the URL of each provider, by area of the specification. */
function variables(url: string): Readonly<Record<string, string>> {
  const areas = ['UPSTREAM', 'ANTHROPIC', 'AUDIO', 'MARKETS', 'PREDICTION', 'SEARCH', 'SOCIAL', 'UTILITY', 'WEBSEARCH'];
  const own = Object.fromEntries(areas.map((area) => [`${area}_URL`, url]));
  return { ...own, RPC_URL: `${url}/rpc`, SOLANA_RPC_URL: `${url}/solana/rpc` };
}

const { startImage } = simulatedUpstream({ seed: 1, imageSeconds: {} });

/** Generates images at once, as the API of OpenAI does. */
const generateImage: Handlers['generate-image'] = async ({ request: { model, prompt, size, n: count }, signal }) => {
  const context = { route: '', now: Date.now(), signal };
  const { progress } = await startImage({ model, prompt, size, count }, context);
  if (progress.state !== 'finished') throw new UpstreamFailure('failed', 'The images were not made.');
  const data = progress.files.map(({ source }) => ({ url: source }));
  return { status: 200, relayed: { created: Math.floor(context.now / 1000), data } };
};
