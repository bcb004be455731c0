import { parseArgs } from 'node:util';

/** The hosts that this gateway can play. */
export type HostName = 'base' | 'test';

/** What the command line says. `origin` is set once the public listener is bound. */
export interface Options {
  host: HostName;
  port: number;
  controlPort: number;
  delayMs: number;
  faults: string[];
  listFaults: boolean;
  /** The probe to run instead of serving, with the gateway that it is tried on. */
  probe: string;
  url: string;
  control: string;
  token: string;
  origin: string;
}

function whole(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number that is not negative`);
  return value;
}

function read(): Options {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: 'base' },
      port: { type: 'string', default: '0' },
      'control-port': { type: 'string', default: '0' },
      'delay-ms': { type: 'string', default: '0' },
      fault: { type: 'string', multiple: true, default: [] },
      'list-faults': { type: 'boolean', default: false },
      probe: { type: 'string', default: '' },
      url: { type: 'string', default: '' },
      control: { type: 'string', default: '' },
      token: { type: 'string', default: '' },
    },
    strict: false,
  });
  const text = (name: string): string => String(values[name]);
  const host = text('host');
  if (host !== 'base' && host !== 'test') throw new Error('--host must be base or test');
  return {
    host,
    port: whole(text('port'), 'port'),
    controlPort: whole(text('control-port'), 'control-port'),
    delayMs: whole(text('delay-ms'), 'delay-ms'),
    faults: Array.isArray(values.fault) ? values.fault.map(String) : [],
    listFaults: values['list-faults'] === true,
    probe: text('probe'),
    url: text('url'),
    control: text('control'),
    token: text('token'),
    origin: 'http://127.0.0.1',
  };
}

/** The options of this process. */
export const options: Options = read();
