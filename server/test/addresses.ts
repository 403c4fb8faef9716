import { pathOf, type Route } from '@kindred/contract'
import { PREFIX } from '../src/app.ts'

export const NIL_UUID = '00000000-0000-4000-8000-000000000000'

/** A route's path on the server, with `id` in place of each parameter. */
export const urlOf = (route: Pick<Route, 'path' | 'atRoot'>, id = NIL_UUID): string =>
  pathOf(route, PREFIX).replace(/:\w+/g, () => id)
