import type { people } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { getAccount, readsAsStaff } from '../accounts/read-as-staff.ts'
import { getCompatibility, getPerson } from './get-person.ts'
import { readVoiceAnswer } from './read-voice-answer.ts'
import { deleteSearch } from './saved-searches.sql.ts'
import { listSearches, saveSearch } from './saved-searches.ts'
import { listPeople, searchPeople } from './search-people.ts'

export const peopleHandlers: Handlers<typeof people> = {
  getPerson: async (context, { params }) => {
    const read = readsAsStaff(context, context.viewer) ? getAccount : getPerson
    return { data: await read(context, context.viewer, params.id) }
  },
  getVoiceAnswer: (context, { params }) => readVoiceAnswer(context, context.viewer, params.id),
  listPeople: async (context, { query }) => ({ data: await listPeople(context, context.viewer, query) }),
  searchPeople: async (context, { query }) => ({ data: await searchPeople(context, context.viewer, query) }),
  getCompatibility: async (context, { params }) => ({
    data: await getCompatibility(context, context.viewer, params.userId),
  }),
  listSearches: async (context) => ({ data: { searches: await listSearches(context, context.viewer) } }),
  saveSearch: async (context, { body }) => ({
    data: { searches: await saveSearch(context, context.viewer, body.name, body.query) },
  }),
  dropSearch: async ({ db, viewer }, { params }) => {
    await deleteSearch(db, viewer.account.id, params.id)
    return { done: true }
  },
}
