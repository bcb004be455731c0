import { createServer } from 'node:http';
import { type FacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/express';
import express from 'express';
import { baseHost } from '#generated/hosts/base.ts';
import { createStubbedFacilitator } from '../stubbed-facilitator.ts';
import { announce, sayCpu } from './announce.ts';

/** The peer: the official Express adapter with the official facilitator in its process; settlement does nothing. */
const [, , path = '/', text = ''] = process.argv;
const network = 'eip155:8453';
const official = createStubbedFacilitator({ network, asset: baseHost.payment?.asset ?? '' });
const facilitator: FacilitatorClient = {
  getSupported: async () => ({ kinds: [{ x402Version: 2, scheme: 'exact', network }], extensions: [], signers: {} }),
  verify: (payload, requirements) => official.verify(payload, requirements),
  settle: async () => ({ success: true, transaction: `0x${'2'.repeat(64)}`, network }),
};
const accepts = { scheme: 'exact', network, price: '$0.01', payTo: `0x${'1'.repeat(40)}` } as const;

const app = express();
app.use(express.json());
app.use(
  paymentMiddleware(
    { [`POST ${path}`]: { accepts, description: 'A paid call', mimeType: 'application/json' } },
    new x402ResourceServer(facilitator).register(network, new ExactEvmScheme()),
  ),
);
app.post(path, (_, response) => void response.type('json').send(text));
sayCpu();
announce(createServer(app));
