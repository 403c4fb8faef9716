import { ApiError, type AccountLink } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { findLink, findLinks, findLinksOf, type LinkRow, type Page } from './links.sql.ts'

type Context = Pick<Deps, 'db'>

const toLink = (row: LinkRow): AccountLink => ({
  _id: row.id,
  version: row.version,
  user: { _id: row.account_id, name: row.name, state: row.account_state, joinedAt: row.joined_at.toISOString() },
  banned: {
    _id: row.banned_id,
    name: row.banned_name,
    state: row.banned_state,
    joinedAt: row.banned_joined_at.toISOString(),
  },
  signals: row.signals,
  weight: row.weight,
  at: row.found_at.toISOString(),
  state: row.state,
  decidedBy: row.decider,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
})

export const noLink = () => new ApiError('not_found', 'We couldn’t find these accounts.')

export async function listLinks({ db }: Context, { open, ...page }: Page & { open?: 'true' | undefined }) {
  const rows = await findLinks(db, { ...page, limit: page.limit + 1 }, open === 'true')
  const links = rows.slice(0, page.limit).map(toLink)
  return { links, nextBefore: rows.length > page.limit ? (links.at(-1)?._id ?? null) : null }
}

export const listLinksOf = async ({ db }: Context, id: string): Promise<AccountLink[]> =>
  (await findLinksOf(db, id)).map(toLink)

export async function oneLink({ db }: Context, id: string): Promise<AccountLink> {
  const row = await findLink(db, id)
  if (!row) throw noLink()
  return toLink(row)
}
