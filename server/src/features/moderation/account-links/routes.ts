import { type AccountLink, type accountLinks, ApiError, type LinkOutcome, message } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { audit, recordLookOnce } from '../../operations/index.ts'
import { readUser } from '../user-details/user-details.ts'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { assertMayJudge } from '../administration/may-act.ts'
import { findLink, findLinks, findLinksOf, type LinkRow, lockLink, type Page, saveOutcome } from './queries.ts'

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

const noLink = () => new ApiError('not_found', 'We couldn’t find these accounts.')

async function listLinks({ db }: Context, { open, ...page }: Page & { open?: 'true' | undefined }) {
  const rows = await findLinks(db, { ...page, limit: page.limit + 1 }, open === 'true')
  const links = rows.slice(0, page.limit).map(toLink)
  return { links, nextBefore: rows.length > page.limit ? (links.at(-1)?._id ?? null) : null }
}

const listLinksOf = async ({ db }: Context, id: string): Promise<AccountLink[]> =>
  (await findLinksOf(db, id)).map(toLink)

async function oneLink({ db }: Context, id: string): Promise<AccountLink> {
  const row = await findLink(db, id)
  if (!row) throw noLink()
  return toLink(row)
}

type Input = { outcome: LinkOutcome; note?: string | undefined }

/** Doesn't change the accounts. Staff can decide again, based on the new version. */
async function decideLink(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  { outcome, note }: Input,
): Promise<AccountLink> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    const { tx, now, caller } = work
    await lockLink(tx, id)
    const row = await findLink(tx, id)
    if (!row) throw noLink()
    await assertMayJudge(tx, viewer.account, row.account_id)
    await assertMayJudge(tx, viewer.account, row.banned_id)
    if (caller.ifMatch === undefined)
      throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (caller.ifMatch !== row.version)
      throw new ApiError('conflict', message('{name} has already decided this.', { name: row.decider ?? '' }))
    await saveOutcome(tx, id, { state: outcome, decided_by: staffId, decided_at: now, note: note ?? null })
    await audit(work, {
      action: `account-link.${outcome}`,
      subjectId: row.account_id,
      details: { link: id, before: row.state, other: row.banned_id },
      ...(note ? { reason: note } : {}),
    })
  })
  return oneLink(context, id)
}

export const accountLinkHandlers: Handlers<typeof accountLinks> = {
  listAccountLinks: async (context, { query }) => ({ data: await listLinks(context, query) }),
  listLinksOf: async (context, { params }) => {
    await readUser(context.db, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data: { links: await listLinksOf(context, params.id) } }
  },
  decideAccountLink: async (context, { params, body }) => ({
    data: { link: await decideLink(context, context.viewer, params.id, body) },
  }),
}
