import { ApiError, say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { assertSpecialCategory, isSpecialSearch } from '../../profiles/index.ts'
import { assertMaySearch } from './search-people.ts'
import { insertSearch, lockSearches, searchesOf } from './saved-searches.sql.ts'

const MOST_SEARCHES = 20

export async function listSearches({ db }: Deps, { account }: Viewer) {
  return (await searchesOf(db, account.id)).map(({ id, name, query, created_at }) => ({
    _id: id,
    name,
    // Only parsed queries are saved in this column, and they have text values only.
    query: query as Record<string, string>,
    createdAt: created_at.toISOString(),
  }))
}

export async function saveSearch(context: Deps, viewer: Viewer, name: string, query: Record<string, string>) {
  assertMaySearch(context, viewer, query)
  const accountId = viewer.account.id
  await unitOfWork(context, asMember(accountId), async ({ tx, now }) => {
    if (isSpecialSearch(query)) await assertSpecialCategory(tx, accountId)
    await lockSearches(tx, accountId)
    if ((await searchesOf(tx, accountId)).length >= MOST_SEARCHES)
      throw new ApiError(
        'conflict',
        say('You can save up to {most} searches. Delete one first.', { most: MOST_SEARCHES }),
      )
    await insertSearch(tx, accountId, name, query, now)
  })
  return listSearches(context, viewer)
}
