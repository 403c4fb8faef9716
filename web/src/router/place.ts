import { createContext, use } from 'react'
import type { Linked, Search } from '../paths.ts'
import type { Params } from './address.ts'
import type { Place } from './navigation.ts'

export const PlaceContext = createContext<Place>({ href: '', pathname: '', search: {}, params: {} })

/** The place that is shown. While another one loads, this is still the previous one. */
export const usePlace = (): Place => use(PlaceContext)

/** The query of the URL. Each screen uses the parameters it knows. */
export const useSearch = <P extends Linked>(): Search<P> =>
  // All parameters of a Search are optional, and all values here are strings.
  usePlace().search as Search<P>

export const useParams = <P extends string>(): Params<P> =>
  // The screen is shown only if its path matches, so its parameters exist.
  usePlace().params as Params<P>
