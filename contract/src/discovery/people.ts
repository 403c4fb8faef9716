import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, instant, oneOf, plainText, searchText, shown, text, wholeNumber } from '../text.ts'
import {
  Closeness,
  distances,
  Intention,
  Interval,
  OLDEST,
  Reason,
  SeenListedPerson,
  SeenPerson,
  YOUNGEST,
} from '../profiles/users.ts'

export const PrivacyInfo = z.strictObject({
  hidden: z.array(z.strictObject({ field: z.enum(['age', 'distance', 'lastActive', 'pictures']), why: shown })),
})

const flag = z.enum(['true', 'false'], 'Use true or false.')
const some = plainText(400, 'At most {maximum} characters.')

export const SearchQuery = z.strictObject({
  q: z.optional(searchText(200, 'At most {maximum} characters.')),
  minAge: z.optional(wholeNumber(YOUNGEST, OLDEST)),
  maxAge: z.optional(wholeNumber(YOUNGEST, OLDEST)),
  gender: z.optional(some),
  distance: z.optional(
    z.pipe(
      wholeNumber(1, 999),
      z.number().check(z.refine((value) => distances.some((each) => each === value), oneOf(distances))),
    ),
  ),
  city: z.optional(plainText(80, 'At most {maximum} characters.')),
  intention: z.optional(Intention),
  /** All of these, separated by commas. A comma within one follows a backslash: “hiking,rock\, pop”. */
  interests: z.optional(some),
  languages: z.optional(some),
  online: z.optional(flag),
  /** People who joined in the last two weeks. */
  newHere: z.optional(flag),
  /** The community’s own fields, such as “faculty:law,faculty:medicine,year:2..4”. */
  fields: z.optional(some),
  withPictures: z.optional(flag),
  verified: z.optional(flag),
  page: z._default(wholeNumber(1, 1000), 1),
  limit: z._default(wholeNumber(1, 100), 20),
})
export type SearchQuery = z.output<typeof SearchQuery>

/** A search without the page of its results. */
const SavedQuery = z.extend(z.omit(SearchQuery, { page: true, limit: true }), {
  q: z.optional(plainText(200, 'At most {maximum} characters.')),
})
export type SavedQuery = z.output<typeof SavedQuery>

const pagination = z.strictObject({
  page: z.number(),
  limit: z.number(),
  /** The exact number up to 1,000, and 1,000 beyond that. Administrators always get the exact number. */
  total: z.number(),
  pages: z.number(),
})

const SavedSearch = z.strictObject({
  _id: id,
  name: shown,
  query: z.record(shown, shown),
  createdAt: instant,
  /** True if the member gets alerts about new people, at most one a day. */
  alerts: z.boolean(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const people = defineRoutes({
  getPerson: {
    method: 'GET',
    path: '/auth/user/:id',
    access: 'member',
    beforeTerms: 'staff',
    summary:
      'Get another member, as far as they can be seen. Administrators without a profile get any account, on the record',
    params: z.strictObject({ id }),
    returns: z.strictObject({
      data: z.extend(z.strictObject({ user: SeenPerson, privacyInfo: PrivacyInfo }), Closeness.shape),
    }),
    errors: ['profile_incomplete'],
  },
  getVoiceAnswer: {
    method: 'GET',
    path: '/auth/user/:id/voice',
    access: 'member',
    summary: 'Get the sound of a recorded answer',
    params: z.strictObject({ id }),
    returns: { stream: 'audio/ogg', headers: { 'content-disposition': 'inline' } },
    errors: ['profile_incomplete'],
  },
  listPeople: {
    method: 'GET',
    path: '/auth/users',
    access: 'member',
    beforeTerms: 'staff',
    summary: 'List people who are a mutual fit. Administrators without a profile get all accounts',
    query: z.strictObject({
      page: z._default(wholeNumber(1, 1000), 1),
      /** Members can request at most 100. */
      limit: z._default(wholeNumber(1, 1000), 20),
    }),
    returns: dataOf({ users: z.array(SeenListedPerson), pagination }),
    errors: ['profile_incomplete'],
  },
  searchPeople: {
    method: 'GET',
    path: '/auth/search-users',
    access: 'member',
    beforeTerms: 'staff',
    summary: 'Search people who are a mutual fit. ' + 'Administrators without a profile search all accounts',
    query: SearchQuery,
    returns: dataOf({
      users: z.array(SeenListedPerson),
      pagination: z.extend(pagination, { hasNext: z.boolean(), hasPrev: z.boolean() }),
      searchParams: z.record(shown, shown),
    }),
    errors: ['premium_required', 'turned_off', 'profile_incomplete'],
  },
  getCompatibility: {
    method: 'GET',
    path: '/compatibility/:userId',
    access: 'member',
    summary: 'Explain your compatibility score with someone',
    params: z.strictObject({ userId: id }),
    returns: dataOf({
      compatibilityScore: z.nullable(z.number()),
      interval: z.nullable(Interval),
      reasons: z.array(Reason),
      /** The weighted share of each person's preferences that the other one meets, in percent. */
      theyMeet: z.nullable(z.number()),
      youMeet: z.nullable(z.number()),
      explanation: shown,
    }),
    errors: ['profile_incomplete'],
  },
  listSearches: {
    method: 'GET',
    path: '/searches',
    access: 'account',
    summary: 'List your saved searches',
    returns: dataOf({ searches: z.array(SavedSearch) }),
  },
  saveSearch: {
    method: 'POST',
    path: '/searches',
    access: 'account',
    summary: 'Save a search under a name, up to 20',
    body: z.strictObject({
      name: text(1, 60),
      query: SavedQuery,
    }),
    returns: dataOf({ searches: z.array(SavedSearch) }),
    status: 201,
    errors: ['conflict', 'premium_required', 'turned_off'],
  },
  changeSearch: {
    method: 'PUT',
    path: '/searches/:id',
    access: 'account',
    summary: 'Turn alerts about new people for a saved search on or off',
    params: z.strictObject({ id }),
    body: z.strictObject({ alerts: z.boolean() }),
    returns: dataOf({ searches: z.array(SavedSearch) }),
    errors: ['not_found'],
  },
  dropSearch: {
    method: 'DELETE',
    path: '/searches/:id',
    access: 'account',
    summary: 'Delete a saved search',
    params: z.strictObject({ id }),
    returns: Done,
  },
})
