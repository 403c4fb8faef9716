import {
  ApiError,
  type Closing,
  closings,
  type EndedMatch,
  type Match,
  message,
  storedMessage,
} from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { record, withdrawBetween } from '../delivery/index.ts'
import { peopleById } from '../discovery/index.ts'
import { deleteChoicesBetween, endMatch } from './end-match.ts'
import { endedMatches, type EndedMatchRow, type MatchRow, openMatch, openMatches, setMuted } from './queries.ts'
import { PARKED_AFTER } from './rules.ts'
import { assertAgeProven } from '../operations/index.ts'
import type { Answering } from '../../http/caller.ts'
import type { Viewer } from '../../http/session.ts'
import { asMember, unitOfWork } from '../../work.ts'

const toMatch = (row: MatchRow, user: Match['user'], now: Date): Match => {
  const parked = now.getTime() - (row.last_message_at ?? row.created_at).getTime() > PARKED_AFTER
  return {
    _id: row.id,
    user,
    createdAt: row.created_at.toISOString(),
    lastMessage: toLastMessage(row),
    unread: row.unread,
    muted: row.muted,
    theirLike: row.their_like,
    yourLike: row.your_like,
    parked,
    yourTurn: row.last_sender_id === row.other_id && !parked,
    ...kindOf(row),
  }
}

/** Matches for dating have no kind, as before there were others. */
const kindOf = ({ for_friends }: Pick<MatchRow, 'for_friends'>) => (for_friends ? { kind: 'friends' as const } : {})

const friendsIn = (rows: readonly Pick<MatchRow, 'for_friends' | 'other_id'>[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ for_friends, other_id }) => (for_friends ? [other_id] : [])))

const toLastMessage = (row: MatchRow) =>
  row.last_message_at && {
    text: row.last_text ?? '',
    at: row.last_message_at.toISOString(),
    mine: row.last_sender_id !== row.other_id,
    picture: row.last_kind === 'picture',
    voice: row.last_kind === 'voice',
    call: row.last_kind === 'call',
  }

const toEndedMatch = (
  { id, other_id, ended_at, ended_by, closing, asked, for_friends }: EndedMatchRow,
  { _id, firstName, profilePicture }: EndedMatch['user'],
): EndedMatch => ({
  _id: id,
  user: { _id, firstName, profilePicture },
  endedAt: ended_at.toISOString(),
  closing: ended_by === other_id ? closing : null,
  asked,
  ...kindOf({ for_friends }),
})

const MOST_MATCHES = 500
const MOST_ENDED_MATCHES = 50

export const listMatches = async (context: Deps & Answering, viewer: Viewer): Promise<Match[]> =>
  withPeople(context, viewer, await openMatches(context.upToDate, viewer.account.id, MOST_MATCHES))

export async function getMatch(context: Deps & Answering, viewer: Viewer, id: string): Promise<Match> {
  const row = await openMatch(context.db, viewer.account.id, id)
  const [match] = row ? await withPeople(context, viewer, [row]) : []
  if (!match) throw noSuchMatch()
  return match
}

const noSuchMatch = () => new ApiError('not_found', 'We couldn’t find this match.')

async function withPeople(context: Deps & Answering, viewer: Viewer, rows: MatchRow[]): Promise<Match[]> {
  const otherIds = rows.map(({ other_id }) => other_id)
  const seeing = { viewer, matched: true, friends: friendsIn(rows) }
  const people = await peopleById({ ...context, db: context.upToDate }, seeing, otherIds)
  const now = context.clock.now()
  return rows.flatMap((row) => {
    const user = people.get(row.other_id)
    return user ? [toMatch(row, user, now)] : []
  })
}

export async function listEndedMatches(context: Deps & Answering, viewer: Viewer): Promise<EndedMatch[]> {
  if (viewer.account.state === 'paused') return []
  const rows = await endedMatches(context.upToDate, viewer.account.id, MOST_ENDED_MATCHES)
  const otherIds = rows.map(({ other_id }) => other_id)
  const people = await peopleById(context, { viewer, matched: false, friends: friendsIn(rows) }, otherIds)
  return rows.flatMap((row) => {
    const user = people.get(row.other_id)
    return user ? [toEndedMatch(row, user)] : []
  })
}

export async function muteMatch(context: Deps & Answering, viewer: Viewer, id: string, muted: boolean): Promise<Match> {
  const row = await openMatch(context.db, viewer.account.id, id)
  const [match] = row ? await withPeople(context, viewer, [row]) : []
  if (!row || !match) throw noSuchMatch()
  await setMuted(context.db, row, muted)
  return { ...match, muted }
}

/** The other person is notified only if the viewer leaves a farewell note, which is contact. Ending the match isn't. */
export async function unmatch(context: Deps, viewer: Viewer, id: string, closing: Closing | undefined): Promise<void> {
  const { id: viewerId, first_name: name } = viewer.account
  const farewell = closing ? closings[closing] : null
  if (farewell) await assertAgeProven(context, viewer.account)
  await unitOfWork(context, asMember(viewerId), async (work) => {
    const { tx, now, bus } = work
    const row = await openMatch(tx, viewerId, id)
    const ended = row && (await endMatch(tx, id, viewerId, farewell, now))
    if (!ended) throw noSuchMatch()
    await sql`select chat_end_calls(${[id]}::uuid[], ${now})`.execute(tx)
    await deleteChoicesBetween(tx, ended.a_id, ended.b_id)
    await withdrawBetween(tx, ended.a_id, ended.b_id, ['superlike', 'match', 'message'])
    if (farewell)
      await record(work, {
        to: row.other_id,
        about: viewerId,
        kind: 'message',
        topic: `ended:${id}`,
        details: {
          ...message('{name} said goodbye: “{farewell}”', { name, farewell: storedMessage(farewell) }),
          link: '/matches',
        },
      })
    work.afterCommit(() => bus.toAccounts([ended.a_id, ended.b_id], { type: 'match.ended', matchId: id }))
  })
}
