// Google's keys and Facebook's graph for the journeys: a local server at a fixed port, until it is stopped.
import { openProviders } from './local-providers.ts'

await openProviders(Number(process.env['PROVIDERS_PORT']))
