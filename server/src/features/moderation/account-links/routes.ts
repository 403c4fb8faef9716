import { type AccountLink, type accountLinks, ApiError, type LinkOutcome } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { audit, recordLookOnce } from '../../operations/index.ts'
import { assertMayReadAbout, readUser } from '../user-details/user-details.ts'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { type CasePage, decideFinding, lockCase, pageOf } from '../cases.ts'
import { findLink, findLinks, findLinksOf, type LinkRow } from './queries.ts'
import { toInstant } from '../../../infra/clock.ts'

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
  decidedAt: toInstant(row.decided_at),
  note: row.note,
})

const noLink = () => new ApiError('not_found', 'We couldn’t find these accounts.')

async function listLinks({ db }: Context, page: CasePage) {
  const { cases, nextBefore } = pageOf(await findLinks(db, page), page.limit, toLink)
  return { links: cases, nextBefore }
}

const listLinksOf = async ({ db }: Context, id: string): Promise<AccountLink[]> =>
  (await findLinksOf(db, id)).map(toLink)

async function oneLink({ db }: Context, id: string): Promise<AccountLink> {
  const row = await findLink(db, id)
  if (!row) throw noLink()
  return toLink(row)
}

type Input = { outcome: LinkOutcome | 'open'; note?: string | undefined }

async function decideLink(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  id: string,
  { outcome, note }: Input,
): Promise<AccountLink> {
  await unitOfWork(context, asStaff(viewer.account.id), async (work) => {
    await lockCase(work.tx, 'account_links', id)
    const row = await findLink(work.tx, id)
    if (!row) throw noLink()
    const finding = { ...row, table: 'account_links', people: [row.account_id, row.banned_id] } as const
    await decideFinding(work, viewer, finding, { state: outcome, note })
    await audit(work, {
      action: `account-link.${outcome === 'open' ? 'reopened' : outcome}`,
      subjectId: row.account_id,
      details: { link: id, before: row.state, other: row.banned_id },
      ...(note ? { reason: note } : {}),
    })
  })
  return oneLink(context, id)
}

export const accountLinkHandlers: Handlers<typeof accountLinks> = {
  listAccountLinks: async (context, { query }) => ({
    data: await listLinks(context, { ...query, isOpen: query.open === 'true' }),
  }),
  listLinksOf: async (context, { params }) => {
    await assertMayReadAbout(context.db, context.viewer.account, params.id)
    await readUser(context.db, params.id)
    await recordLookOnce(context, context.viewer, params.id)
    return { data: { links: await listLinksOf(context, params.id) } }
  },
  decideAccountLink: async (context, { params, body }) => ({
    data: { link: await decideLink(context, context.viewer, params.id, body) },
  }),
}
