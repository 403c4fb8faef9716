import { createContext, use } from 'react'
import type { Linked, Search } from '../paths.ts'
import type { Params } from './address.ts'
import type { Place } from './navigation.ts'

export const PlaceContext = createContext<Place>({ href: '', pathname: '', search: {}, params: {} })

/** The place that is shown: while another one loads, still the one before. */
export const usePlace = (): Place => use(PlaceContext)

/** The query of the address. Each screen takes what it knows from it. */
export const useSearch = <P extends Linked>(): Search<P> =>
  // Every name of every Search may be missing, and all that is here is text.
  usePlace().search as Search<P>

/** What the address says where the path of the screen leaves it open. */
export const useParams = <P extends string>(): Params<P> =>
  // The screen is shown only where its path matches.
  usePlace().params as Params<P>
