import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, searchText, text } from '../text.ts'
import { Place } from './users.ts'

const within = (most: number) =>
  z.number().check(z.gte(-most, 'Enter {minimum} or more.'), z.lte(most, 'Enter {maximum} or less.'))

const Location = z.union([
  z.strictObject({ latitude: within(90), longitude: within(180) }),
  z.strictObject({ city: text(1, 80), country: z.optional(z.nullable(text(0, 80))) }),
])

export const places = defineRoutes({
  setLocation: {
    method: 'PUT',
    path: '/auth/location',
    access: 'member',
    summary: 'Set your location by position or city; we only keep an approximate position',
    body: Location,
    returns: Done,
    errors: ['conflict', 'turned_off'],
  },
  searchPlaces: {
    method: 'GET',
    path: '/places',
    access: 'account',
    beforeTerms: 'staff',
    summary: 'List cities whose names start with this text, largest first',
    query: z.strictObject({ q: z._default(searchText(80), '') }),
    returns: dataOf({ places: z.array(Place) }),
  },
})
