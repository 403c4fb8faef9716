import { callsOf } from '@kindred/contract/calls'
import { trips as routes } from '@kindred/contract/profiles/trips'
import { readQuery } from './queries.ts'
import { send } from './send.ts'

export const trips = callsOf(routes, send)
export const tripsQuery = readQuery(['listTrips'], trips.listTrips)
