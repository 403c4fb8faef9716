import { ApiError, type Dossier, type Revealed } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { deviceOf, type Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { userById as userRow } from '../../discovery/index.ts'
import { adminUser } from '../administration/service.ts'
import { audit, look } from '../../operations/index.ts'
import { endSessions, latestSessions, latestSignIns } from '../../identity/index.ts'
import { listSubscriptionsOf } from '../../billing/index.ts'
import { withUrls, type StoredPicture, toProfileDetails } from '../../profiles/index.ts'
import * as queries from './queries.ts'
import { shortened } from './rules.ts'
import { asStaff, unitOfWork } from '../../../work.ts'

type SignInRow = Awaited<ReturnType<typeof latestSignIns>>[number]

const toldSignIn = ({ at, outcome, address, user_agent }: SignInRow, shown: (address: string) => string) => ({
  at: at.toISOString(),
  outcome: outcome as Dossier['signIns'][number]['outcome'],
  device: deviceOf(user_agent),
  address: shown(address),
})

async function found({ db }: { db: Db | Tx }, id: string) {
  const row = await userRow(db, id)
  if (!row) throw new ApiError('not_found', 'There is no such user.')
  return row
}

const figuresOf = async ({ db }: Pick<Deps, 'db'>, id: string) => {
  const { matches, blocked_by, reports_about, reports_by } = await queries.figuresOf(db, id)
  return { matches, blockedBy: blocked_by, reportsAbout: reports_about, reportsBy: reports_by }
}

/** Numbers alone: how somebody stands, without a look at what is theirs. */
export async function figures(context: Deps, id: string): Promise<Dossier['figures']> {
  await found(context, id)
  return figuresOf(context, id)
}

type Looking = Deps & { caller: Caller }

/** Everything at a glance, but for what is revealed by itself. The log has it before anybody reads it. */
export async function dossier(context: Looking, viewer: Viewer, id: string): Promise<Dossier> {
  const row = await found(context, id)
  await look(context, viewer, { kind: 'user-page', of: id, action: 'account.opened', subjectId: id })
  const { sessionId } = viewer
  const now = context.clock.now()
  const [subscriptions, sessions, signIns, figures] = await Promise.all([
    listSubscriptionsOf(context, row),
    latestSessions(context.db, id, now),
    latestSignIns(context.db, id),
    figuresOf(context, id),
  ])
  const { intention, prompts, interests, languages, basics } = toProfileDetails(row.profile)
  const pictures = withUrls(context, sessionId, (row.profile?.pictures ?? []) as StoredPicture[])
  return {
    user: adminUser(context, sessionId, row),
    profile: { intention, prompts, interests, languages, basics, photoChecked: row.photo_checked_at !== null },
    pictures: pictures.map(({ position: _position, ...picture }) => picture),
    subscriptions,
    sessions: sessions.map((session) => ({
      _id: session.id,
      device: deviceOf(session.user_agent),
      address: shortened(session.address),
      createdAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
    })),
    signIns: signIns.map((each) => toldSignIn(each, shortened)),
    figures,
  }
}

/** The log has it before anybody reads it. */
export async function reveal(context: Deps, { account }: Viewer, id: string, reason: string): Promise<Revealed> {
  const row = await found(context, id)
  await unitOfWork(context, asStaff(account.id), (work) =>
    audit(work, { action: 'account.revealed', subjectId: id, reason }),
  )
  const signIns = await latestSignIns(context.db, id)
  return {
    interestedIn: row.profile?.interested_in ?? [],
    signIns: signIns.map((each) => toldSignIn(each, (address) => address)),
  }
}

export const endSessionsOf = (context: Deps, { account }: Viewer, id: string): Promise<number> =>
  unitOfWork(context, asStaff(account.id), async (work) => {
    await found({ db: work.tx }, id)
    if (id === account.id) throw new ApiError('conflict', "You can't do this to your own account.")
    const ended = await endSessions(work, { accountId: id }, 'revoked')
    await audit(work, {
      action: 'account.signed-out',
      subjectId: id,
      details: { sessions: ended },
    })
    return ended
  })
