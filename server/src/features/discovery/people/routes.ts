import { ApiError, type people, message, type SavedQuery } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { getAccount, readsAsStaff } from '../accounts/accounts.ts'
import { setAlerts } from './alerts.ts'
import { assertOffered } from './distances.ts'
import { assertMaySearch, getCompatibility, getPerson, listPeople, searchPeople, toSearchParams } from './people.ts'
import { deleteSearch, insertSearch, lockSearches, searchesOf } from './queries.ts'
import type { Deps } from '../../../deps.ts'
import { mayUseSpecialCategory, type Viewer } from '../../../http/session.ts'
import { voiceFile } from '../../../infra/storage/voice-file.ts'
import { fieldsIn, profileValuesOf } from '../../operations/index.ts'
import {
  assertIntentions,
  assertSensitiveConsent,
  assertSpecialCategory,
  holdAccount,
  isSpecialSearch,
  storedVoice,
} from '../../profiles/index.ts'
import { assertMayLook } from '../eligibility/eligibility.ts'
import { areSensitive, parseFieldFilters } from '../eligibility/field-filters.ts'
import { reachablePerson } from './reachable-person.ts'
import { asMember, unitOfWork } from '../../../work.ts'

const MOST_SEARCHES = 20

async function listSearches({ db }: Deps, { account }: Viewer) {
  return (await searchesOf(db, account.id)).map(({ id, name, query, created_at, alerts }) => ({
    _id: id,
    name,
    // `toSearchParams` wrote this column.
    query: query as Record<string, string>,
    createdAt: created_at.toISOString(),
    alerts,
  }))
}

async function saveSearch(context: Deps, viewer: Viewer, name: string, filters: SavedQuery) {
  const [fields, values] = await Promise.all([fieldsIn(context.db), profileValuesOf(context)])
  await assertMaySearch(context, viewer, filters, fields)
  await assertOffered(context, filters.distance)
  assertIntentions(values, 'intention', filters.intention === undefined ? [] : [filters.intention])
  const areFieldsSensitive = areSensitive(fields, parseFieldFilters(filters.fields))
  const query = toSearchParams(filters)
  const accountId = viewer.account.id
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    if (isSpecialSearch(query)) await assertSpecialCategory(tx, accountId)
    if (areFieldsSensitive) {
      await holdAccount(tx, accountId)
      await assertSensitiveConsent(tx, accountId)
    }
    await lockSearches(tx, accountId)
    if ((await searchesOf(tx, accountId)).length >= MOST_SEARCHES)
      throw new ApiError(
        'conflict',
        message('You can save up to {most} searches. Delete one first.', { most: MOST_SEARCHES }),
      )
    await insertSearch(tx, accountId, name, query, now)
  })
  return listSearches(context, viewer)
}

/**
 * A voice answer that the viewer may hear: their own, or a shown one of someone whose profile they can see. Staff hear
 * others on the user's page, where they give a reason (getUserVoice).
 */
async function audibleAnswer(context: Deps, viewer: Viewer, id: string) {
  if (id === viewer.account.id) return storedVoice(viewer.profile)
  assertMayLook(viewer)
  const reached = await reachablePerson(context.db, viewer.account.id, id)
  // Members who withdrew their consent hear only their matches.
  const mayHear = reached && (reached.matched || mayUseSpecialCategory(viewer))
  const voice = mayHear ? storedVoice(reached.row.profile) : null
  return voice?.review === 'shown' ? voice : null
}

/** Each request checks again whether the viewer may hear the answer. */
async function readVoiceAnswer(context: Deps, viewer: Viewer, id: string): Promise<Uint8Array> {
  const voice = await audibleAnswer(context, viewer, id)
  const file = voice && (await context.storage.get(voiceFile(voice.fileId)))
  if (!file) throw new ApiError('not_found', 'We couldn’t find this recording.')
  return file
}

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
  changeSearch: async (context, { params, body }) => {
    await setAlerts(context, context.viewer, params.id, body.alerts)
    return { data: { searches: await listSearches(context, context.viewer) } }
  },
  dropSearch: async ({ db, viewer }, { params }) => {
    await deleteSearch(db, viewer.account.id, params.id)
    return { done: true }
  },
}
