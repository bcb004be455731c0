/** Gateways that were written apart from this code, with habits of their own: they are judged by their behavior only. */
export const writtenApart = 'lab/strangers/*/**';
