import { createServer } from 'node:http';
import { announce } from './announce.ts';

/** The limit: a bare `node:http` server that answers a constant of as many bytes as the challenge has. */
const body = 'x'.repeat(Number(process.argv[2]));
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(402, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
});

announce(server);
