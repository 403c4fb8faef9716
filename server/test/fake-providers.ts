import { onTestFinished } from 'vitest'
import { openProviders } from './local-providers.ts'

export { APP, CLIENT_ID } from './local-providers.ts'

/** The local providers for the duration of one test. */
export async function startProviders() {
  const providers = await openProviders()
  onTestFinished(providers.close)
  return providers
}
