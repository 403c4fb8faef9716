import { ApiError } from '@kindred/contract'
import { randomBytes, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { days, hours, later, minutes, seconds } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { seal, type Keys } from '../../../infra/keys.ts'
import { makeAccessToken } from '../../../infra/tokens.ts'
import { queueMail } from '../../delivery/index.ts'
import * as queries from './queries.ts'
import { asMember, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

export { issueTicket, redeemTicket } from './tickets.ts'

// A session is a family of refresh tokens. Each token names the session and a number; the session remembers the number
// that is current. Using the current one moves the number on. Nothing of a token is kept: it is sealed, not stored.

const REPLAY_WITHIN = seconds(30)
export const lifetimes = {
  member: { idle: days(14), absolute: days(90) },
  administrator: { idle: minutes(30), absolute: hours(12) },
}
export const lifetimeOf = (account: { is_admin: boolean }) =>
  account.is_admin ? lifetimes.administrator : lifetimes.member

export type Tokens = { token: string; refreshToken: string }
export type EndedBecause =
  | 'signed_out'
  | 'revoked'
  | 'password_changed'
  | 'email_changed'
  | 'deleted'
  | 'deactivated'
  | 'role_changed'
  | 'reuse'
  | 'operator'

const sealed = (key: KeyObject, nonce: Buffer, id: string, counter: number) =>
  seal(key, nonce, id, String(counter)).toString('base64url')
const refreshTokenOf = (keys: Keys, nonce: Buffer, id: string, counter: number) =>
  Buffer.from(`${id}.${counter}.${sealed(keys.of('refresh-token')[0]!, nonce, id, counter)}`).toString('base64url')

/** Opens a session for somebody who has just proved who they are. */
export async function openSession(
  { tx, now, keys, caller }: Work<'keys'> & { caller: Caller },
  account: Account,
  secondFactor = false,
): Promise<Tokens & { sessionId: string }> {
  const [id, nonce] = [randomUUID(), randomBytes(32)]
  await queries.insertSession(tx, {
    id,
    nonce,
    account_id: account.id,
    created_at: now,
    last_used_at: now,
    rotated_at: now,
    elevated_at: now,
    ends_at: later(now, lifetimeOf(account).absolute),
    user_agent: caller.userAgent,
    address: caller.address,
    second_factor: secondFactor,
  })
  return {
    token: await makeAccessToken(keys, account.id, id, now),
    refreshToken: refreshTokenOf(keys, nonce, id, 0),
    sessionId: id,
  }
}

/** The tokens of a session that goes on, as they stand. */
export async function currentTokens(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  sessionId: string,
): Promise<Tokens> {
  const session = await queries.findFamily(db, sessionId)
  if (!session) throw signedOut()
  return {
    token: await makeAccessToken(keys, session.account_id, sessionId, clock.now()),
    refreshToken: refreshTokenOf(keys, session.nonce, sessionId, session.counter),
  }
}

type Read = { id: string; counter: number; mac: Buffer }

function read(refreshToken: string): Read | undefined {
  const [, id, counter, mac] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/.exec(
      Buffer.from(refreshToken.slice(0, 400), 'base64url').toString('latin1'),
    ) ?? []
  return id && counter && mac ? { id, counter: Number(counter), mac: Buffer.from(mac, 'base64url') } : undefined
}

/** The session that a refresh token belongs to, if we made it. */
async function familyOf(db: Db, keys: Keys, refreshToken: string) {
  const token = read(refreshToken)
  const session = token && (await queries.findFamily(db, token.id))
  if (!token || !session) return undefined
  const genuine = keys
    .of('refresh-token')
    .some((key) => timingSafeEqual(seal(key, session.nonce, token.id, String(token.counter)), token.mac))
  return genuine ? { session, counter: token.counter } : undefined
}

const signedOut = () => new ApiError('signed_out', 'Your session has ended. Please sign in again.')

/**
 * Trades a refresh token for its successor. Tabs that race all get the same one; a token that comes back later than
 * that was stolen from somebody, and nobody can tell from whom: the whole family ends.
 */
export async function rotate(context: Deps, refreshToken: string): Promise<Tokens> {
  const { db, keys, clock } = context
  const family = await familyOf(db, keys, refreshToken)
  const now = clock.now()
  if (!family || !queries.isUsable(family.session, lifetimeOf(family.session), now)) throw signedOut()
  const { session, counter } = family
  const moved = counter === session.counter && (await queries.advance(db, session.id, counter, now))
  const current = moved ? counter + 1 : await successorOf(context, session.id, counter, now)
  return {
    token: await makeAccessToken(keys, session.account_id, session.id, now),
    refreshToken: refreshTokenOf(keys, session.nonce, session.id, current),
  }
}

/** What a token that was used already leads to: the same successor within half a minute, while that is unused itself. */
async function successorOf(context: Deps, sessionId: string, counter: number, now: Date): Promise<number> {
  const session = await queries.findFamily(context.db, sessionId)
  if (!session || session.ended_at) throw signedOut()
  const fresh = now.getTime() - session.rotated_at.getTime() <= REPLAY_WITHIN
  if (fresh && session.counter === counter + 1) return session.counter
  await endStolenFamily(context, session)
  throw signedOut()
}

async function endStolenFamily(context: Deps, session: queries.Family): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const ended = await endSessions(work, { sessionId: session.id }, 'reuse')
    if (ended === 0) return
    await queueMail(work, { to: session.account_id, kind: 'reuse-detected', details: {} })
  })
}

type Which = { sessionId: string } | { accountId: string; except?: string }

/** Ends sessions: their tokens are worth nothing from the next request on, and their sockets close everywhere. */
export async function endSessions(work: Work<'bus'>, which: Which, because: EndedBecause): Promise<number> {
  const ended = await queries.markEnded(work.tx, which, because, work.now)
  work.afterCommit(() => work.bus.endSessions(ended, because))
  return ended.length
}

/** Ends the family that a refresh token belongs to, however old the token: whoever holds it wants to be signed out. */
export async function endFamilyOf(context: Deps, refreshToken: string): Promise<void> {
  const family = await familyOf(context.db, context.keys, refreshToken)
  if (family)
    await unitOfWork(context, asMember(family.session.account_id), (work) =>
      endSessions(work, { sessionId: family.session.id }, 'signed_out'),
    )
}

/** Tries to prove it again: few in a session, so that a stolen one doesn't use up those of its owner, and not too many in all. */
export const stepUpTries = ({ sessionId, account }: Viewer): Budget[] => [
  { key: `step-up:session:${sessionId}`, limit: 10, within: minutes(15) },
  { key: `step-up:${account.id}`, limit: 40, within: minutes(15) },
]

/** The person proved again who they are: for a quarter of an hour this session may do what is grave. */
export const elevateSession = (db: Db, { sessionId, secondFactor, hasSecondFactor }: Viewer, now: Date) =>
  db
    .updateTable('sessions')
    .set({ elevated_at: now, second_factor: secondFactor || hasSecondFactor })
    .where('id', '=', sessionId)
    .execute()
