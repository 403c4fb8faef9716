import type { Api, Client, Configuration } from '@kindred/contract'

/** Changes these parts of the configuration as an administrator, and returns it as stored. `undefined` removes a part. */
export async function configure(client: Client<Api>, change: Partial<Configuration>): Promise<Configuration> {
  const { configuration, version } = (await client.getConfiguration()).data
  const body = { configuration: { ...configuration, ...change } }
  return (await client.changeConfiguration({ body, ifMatch: version })).data.configuration
}
