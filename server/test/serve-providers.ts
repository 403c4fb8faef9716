// Google's keys and Facebook's graph API for the journeys: a local server on a fixed port, until stopped.
import { openProviders } from './local-providers.ts'

await openProviders(Number(process.env['PROVIDERS_PORT']))
