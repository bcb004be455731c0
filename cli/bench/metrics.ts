/** The metrics of a gateway that have no labels, by name. */
export type Metrics = Readonly<Record<string, number>>;

/** Reads the metrics at an admin interface. */
export async function metricsOf(admin: string): Promise<Metrics> {
  const text = await (await fetch(`${admin}/metrics`)).text();
  const lines = text.split('\n').map((line) => line.split(' '));
  return Object.fromEntries(lines.map(([name = '', value]) => [name, Number(value)]));
}
