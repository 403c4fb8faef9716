import type { Invited } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Work } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import {
  countUnused,
  endUnused,
  findBranch,
  findInvited,
  findOrigin,
  type InvitedRow,
  lockInviter,
  saveInvitesEnded,
} from './queries.ts'
import { toInstant } from '../../../infra/clock.ts'

// The tree of invitations, which only the team sees.

const MOST_SHOWN = 200
const MOST_IN_BRANCH = 10_000

const toPerson = ({ id, name }: InvitedRow) => ({ _id: id, name })

export async function invitedOf({ db }: Pick<Deps, 'db'>, id: string): Promise<Invited> {
  const [origin, people, unused] = await Promise.all([
    findOrigin(db, id),
    findInvited(db, id, MOST_SHOWN),
    countUnused(db, id),
  ])
  return {
    by: origin?.by_id ? { _id: origin.by_id, name: origin.by_name ?? '' } : null,
    byTeam: origin?.by_team ?? false,
    note: origin?.note ?? null,
    people: people.map(toPerson),
    unused,
    endedAt: toInstant(origin?.ended_at),
  }
}

/** Ends the unused codes of an account and of everyone who came through it, or lets them invite again. Bans no one. */
export async function setBranch(work: Work, id: string, mayInvite: boolean) {
  const { tx, now } = work
  await lockInviter(tx, id)
  const people = await findBranch(tx, id, MOST_IN_BRANCH)
  const ids = [id, ...people.map((person) => person.id)]
  await saveInvitesEnded(tx, ids, mayInvite ? null : now)
  const ended = mayInvite ? 0 : await endUnused(tx, ids, now)
  await audit(work, {
    action: mayInvite ? 'invitation.branch-allowed' : 'invitation.branch-ended',
    subjectId: id,
    details: { people: people.length },
  })
  return { ended, people: people.slice(0, MOST_SHOWN).map(toPerson) }
}
