import type { people } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { oneAccount, readsAsOffice } from '../accounts/as-staff.ts'
import * as queries from './queries.ts'
import { listPeople, saveSearch, search, searchesOf } from './search.ts'
import { compatibilityWith, onePerson } from './service.ts'

export const peopleHandlers: Handlers<typeof people> = {
  getPerson: async (context, { params }) => {
    const read = readsAsOffice(context, context.viewer) ? oneAccount : onePerson
    return { data: await read(context, context.viewer, params.id) }
  },
  listPeople: async (context, { query }) => ({ data: await listPeople(context, context.viewer, query) }),
  searchPeople: async (context, { query }) => ({ data: await search(context, context.viewer, query) }),
  getCompatibility: async (context, { params }) => ({
    data: await compatibilityWith(context, context.viewer, params.userId),
  }),
  listSearches: async (context) => ({ data: { searches: await searchesOf(context, context.viewer) } }),
  saveSearch: async (context, { body }) => ({
    data: { searches: await saveSearch(context, context.viewer, body.name, body.query) },
  }),
  dropSearch: async ({ db, viewer }, { params }) => {
    await queries.dropSearch(db, viewer.account.id, params.id)
    return { done: true }
  },
}
