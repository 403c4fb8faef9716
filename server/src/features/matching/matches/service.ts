import { ApiError, closings, type Closing, type EndedMatch, type Match } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { newest, PARKED_AFTER, setMuted } from '../../chat/index.ts'
import { notify } from '../../delivery/index.ts'
import { peopleOf } from '../../discovery/index.ts'
import * as queries from './queries.ts'
import { asMember, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

/** Two yeses make one match; both are told once it is certain. */
export async function makeMatch(work: Work<'bus' | 'jobs'>, one: string, other: string) {
  const match = await queries.make(work.tx, one, other, work.now)
  if (match)
    for (const [to, from] of [
      [one, other],
      [other, one],
    ] as const)
      await notify(work, {
        to,
        about: from,
        kind: 'match',
        topic: `match:${match.id}`,
        details: { name: await queries.nameOf(work.tx, from), matchId: match.id },
      })
  if (match) work.afterCommit(() => work.bus.toAccounts([one, other], { type: 'match.made', matchId: match.id }))
  return match ?? null
}

export { hasEnded, matchBetween } from './queries.ts'

const MOST = 500

async function told(context: Deps, viewer: Viewer, rows: queries.MatchRow[]): Promise<Match[]> {
  const [people, words] = await Promise.all([
    peopleOf(
      context,
      { viewer, matched: true },
      rows.map(({ other_id }) => other_id),
    ),
    newest(
      context.db,
      viewer.account.id,
      rows.map(({ id }) => id),
    ),
  ])
  const last = new Map(words.map((each) => [each.match_id, each]))
  const now = context.clock.now().getTime()
  return rows.flatMap(({ id, other_id, created_at, muted }) => {
    const [user, said] = [people.get(other_id), last.get(id)]
    if (!user) return []
    return [
      {
        _id: id,
        user,
        createdAt: created_at.toISOString(),
        lastMessage: said
          ? {
              text: said.text ?? '',
              at: said.at.toISOString(),
              mine: said.sender_id === viewer.account.id,
              picture: said.picture,
            }
          : null,
        unread: said?.unread ?? 0,
        muted,
        parked: now - (said?.at ?? created_at).getTime() > PARKED_AFTER,
      },
    ]
  })
}

export const matchesOf = async (context: Deps, viewer: Viewer): Promise<Match[]> =>
  told(context, viewer, await queries.matchesOf(context.db, viewer.account.id, MOST))

const MOST_ENDED = 50

export async function endedOf(context: Deps, viewer: Viewer): Promise<EndedMatch[]> {
  if (viewer.account.state === 'paused') return []
  const rows = await queries.endedOf(context.db, viewer.account.id, MOST_ENDED)
  const people = await peopleOf(
    context,
    { viewer, matched: false },
    rows.map(({ other_id }) => other_id),
  )
  return rows.flatMap(({ id, other_id, ended_at, ended_by, closing, asked }) => {
    const person = people.get(other_id)
    if (!person) return []
    const { _id, firstName, profilePicture } = person
    return [
      {
        _id: id,
        user: { _id, firstName, profilePicture },
        endedAt: ended_at!.toISOString(),
        closing: ended_by === other_id ? closing : null,
        asked,
      },
    ]
  })
}

const none = () => new ApiError('not_found', 'There is no such match.')

export async function oneMatch(context: Deps, viewer: Viewer, id: string): Promise<Match> {
  const row = await queries.matchOf(context.db, viewer.account.id, id)
  const [match] = row ? await told(context, viewer, [row]) : []
  if (!match) throw none()
  return match
}

export async function mute(context: Deps, viewer: Viewer, id: string, muted: boolean): Promise<Match> {
  if (!(await queries.matchOf(context.db, viewer.account.id, id))) throw none()
  await setMuted(context.db, id, viewer.account.id, muted)
  return oneMatch(context, viewer, id)
}

export async function unmatch(context: Deps, viewer: Viewer, id: string, closing: Closing | undefined): Promise<void> {
  await unitOfWork(context, asMember(viewer.account.id), async (work) => {
    const { tx, now } = work
    const row = await queries.matchOf(tx, viewer.account.id, id)
    const ended = row && (await queries.end(tx, id, viewer.account.id, closing ? closings[closing] : null, now))
    if (!ended) throw none()
    await queries.dropChoices(tx, ended.a_id, ended.b_id)
    const other = ended.a_id === viewer.account.id ? ended.b_id : ended.a_id
    if (closing)
      await notify(work, {
        to: other,
        about: viewer.account.id,
        kind: 'message',
        topic: `ended:${id}`,
        details: { text: `${viewer.account.first_name} said goodbye: “${closings[closing]}”`, link: '/matches' },
      })
    work.afterCommit(() => work.bus.toAccounts([ended.a_id, ended.b_id], { type: 'match.ended', matchId: id }))
  })
}
