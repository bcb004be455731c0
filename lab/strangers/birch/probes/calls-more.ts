import { moreTextProbes } from './calls-more-text.ts';
import { type Answer, inside, type Obj, type ProbeClient, str } from './client.ts';

const IMAGES = '/api/v1/images/generations';
const search = { path: '/api/v1/search', body: { query: 'oak', max_results: 2 } };
const messages = [{ role: 'user', content: 'A short question about oaks' }];

function invalid(answer: Answer): boolean {
  return answer.status === 402 && answer.body.code === 'PAYMENT_INVALID';
}

function image(client: ProbeClient, more: Obj = {}): { path: string; body: Obj } {
  return { path: IMAGES, body: { model: client.model('IMG-A1'), prompt: 'a fox', ...more } };
}

/** The poll path and id of an image job that is still running. */
async function slowImage(client: ProbeClient): Promise<{ path: string; id: string }> {
  await client.script(`POST ${IMAGES}`, 'slow', { seconds: 300 });
  const { body } = await client.pay(image(client));
  return { path: str(body, 'poll_url'), id: str(body, 'id') };
}

/** A payload with another payer than the one who signed. */
function forged(payload: Obj, from: string): Obj {
  const { signature, authorization } = Object(payload.payload);
  return { ...payload, payload: { signature, authorization: { ...authorization, from } } };
}

const jobProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'poll-unsigned': async (client) => {
    const { path } = await slowImage(client);
    const payload = (made: Obj) => forged(made, client.payer.address);
    const bent = await client.pay({ path }, { wallet: client.other, payload });
    return invalid(bent) && (await client.pay({ path })).status === 202;
  },
  'poll-race': async (client) => {
    const { path, id } = await slowImage(client);
    await client.event('image_job', id, 'finished');
    const asked = await client.call({ path });
    const headers = [await client.sign(asked), await client.sign(asked)];
    const answers = await Promise.all(headers.map((header) => client.send({ path }, header)));
    const states = answers.map(({ body }) => str(body, 'payment', 'status')).sort();
    return states.join() === 'already_settled,settled' && (await client.ledger()).length === 1;
  },
  'poll-settlement-once': async (client) => {
    const { path, id } = await slowImage(client);
    await client.event('image_job', id, 'finished');
    await client.failSettlements();
    const [first, second] = [await client.pay({ path }), await client.pay({ path })];
    return first.body.error === 'Payment settlement failed' && str(second.body, 'payment', 'status') === 'settled';
  },
  'replay-job-forgotten': async (client) => {
    const ask = image(client);
    const header = await client.sign(await client.call(ask));
    const made = await client.send(ask, header);
    const { status, body } = await client.send(ask, header);
    return made.status === 200 && status === 402 && body.job_id === made.body.id && body.recoverable === true;
  },
  'n-after-402': async (client) => {
    const answers = [await client.call(image(client, { n: 0 })), await client.call(image(client, { n: 11 }))];
    return answers.every(({ status }) => status === 400);
  },
  'image-response-format': async (client) => {
    const { status, body } = await client.pay(image(client, { response_format: 'b64_json' }));
    return status === 200 && typeof inside(body, 'data', 0, 'url') === 'string';
  },
  'fee-per-image': async (client) => {
    const [one, four] = [await client.quote(image(client)), await client.quote(image(client, { n: 4 }))];
    return four - 1000 === (one - 1000) * 4;
  },
  'mirror-first-only': async (client) => {
    const { body } = await client.pay(image(client, { n: 2 }));
    const hosted = [0, 1].map((index) => str(body, 'data', index, 'url').startsWith('https://'));
    return hosted.every(Boolean) && inside(body, 'data', 1, 'backed_up') === true;
  },
};

/** Probes of the further faults of payments, jobs and images: true when the gateway behaves rightly. */
export const callsMoreProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'underpay-tolerance': async (client) => {
    const first = await client.call(search);
    const value = BigInt(str(first.body, 'accepts', 0, 'amount')) - 1n;
    return invalid(await client.send(search, await client.sign(first, { value })));
  },
  'recipient-jobs': async (client) => invalid(await client.pay(image(client), { to: client.other.address })),
  'claim-per-route': async (client) => {
    const model = client.model('chat');
    const inBody = { path: '/api/v1/chat/completions', body: { model, messages } };
    const inPath = { path: `/api/v1/chat/${model}`, body: { messages } };
    const header = await client.sign(await client.call(inBody));
    const [first, second] = [await client.send(inBody, header), await client.send(inPath, header)];
    return first.status === 200 && second.status === 402 && second.body.code === 'PAYMENT_REPLAY';
  },
  'garbled-as-missing': async (client) => {
    const answer = await client.send(search, Buffer.from('no payload').toString('base64'));
    return invalid(answer) && answer.body.error === 'Payment verification failed';
  },
  'quote-remembered': async (client) => {
    const ask = (tokens: number) => ({
      path: '/api/v1/messages',
      body: { model: client.model('messages'), messages, max_tokens: tokens },
    });
    const header = await client.sign(await client.call(ask(10)));
    return invalid(await client.send(ask(20_000), header));
  },
  'www-authenticate-get': async (client) => {
    const answer = await client.get('/api/v1/{defidata}/chains');
    return answer.status === 402 && answer.headers.has('www-authenticate');
  },
  ...jobProbes,
  ...moreTextProbes,
};
