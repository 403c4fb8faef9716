import { openProviders } from './local-providers.ts'
import { stopWhenOver } from './world.ts'

export { APP, CLIENT_ID } from './local-providers.ts'

/** Local providers for one test. */
export async function startProviders() {
  const providers = await openProviders()
  stopWhenOver(providers.close)
  return providers
}
