import { createServer } from 'node:http';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/express';
import express from 'express';
import { announce } from './announce.ts';

/** The peer: the official Express adapter answering its own 402; it never gets to call its facilitator. */
const facilitator = new HTTPFacilitatorClient({ url: 'http://127.0.0.1:9' });
const network = 'eip155:84532';
facilitator.getSupported = async () => ({
  kinds: [{ x402Version: 2, scheme: 'exact', network }],
  extensions: [],
  signers: {},
});
const path = process.argv[2] ?? '/';
const accepts = { scheme: 'exact', network, price: '$0.01', payTo: `0x${'1'.repeat(40)}` } as const;

const app = express();
app.use(express.json());
app.use(
  paymentMiddleware(
    { [`POST ${path}`]: { accepts, description: 'A paid call', mimeType: 'application/json' } },
    new x402ResourceServer(facilitator).register(network, new ExactEvmScheme()),
  ),
);
announce(createServer(app));
