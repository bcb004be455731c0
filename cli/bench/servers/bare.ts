import { createServer } from 'node:http';
import { announce } from './announce.ts';

/** The response of the bare server to every request. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The limit: a bare `node:http` server that answers a constant, the challenge of the gateway. */
const { status, headers, body }: BareAnswer = JSON.parse(process.argv[2] ?? '');
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(status, headers).end(body);
  });
});

announce(server);
