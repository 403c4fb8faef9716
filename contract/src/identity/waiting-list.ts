import * as z from 'zod/mini'
import { genderGroups } from '../profiles/users.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, shown, text } from '../text.ts'

/** A region of the waiting list, with its figures at the last count. */
export const Region = z.strictObject({
  _id: shown,
  /** Null for everyone who isn’t near a city. */
  name: z.nullable(shown),
  waiting: z.number(),
  members: z.number(),
  openedAt: z.nullable(instant),
  /** True if staff have opened it: everyone who waits there is let in. */
  byTeam: z.boolean(),
  /** How many people fit the middle member of each group, counted up to the number needed. */
  sides: z.array(z.strictObject({ group: z.enum(genderGroups), median: z.number() })),
  countedAt: z.nullable(instant),
})
export type Region = z.infer<typeof Region>

const regions = dataOf({ regions: z.array(Region) })

export const waitingList = defineRoutes({
  listRegions: {
    method: 'GET',
    path: '/admin/waiting-list',
    access: 'staff:admission',
    summary: 'List the regions of the waiting list, those with most people waiting first',
    returns: regions,
  },
  openRegion: {
    method: 'POST',
    path: '/admin/waiting-list',
    access: 'staff:admission',
    stepUp: true,
    summary: 'Let in everyone who waits in a region, now and later, or go by fit again',
    body: z.strictObject({ region: text(1, 200), open: z.boolean() }),
    returns: regions,
    errors: ['not_found'],
  },
})
