import { type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { queueMail } from '../../delivery/index.ts'
import { issueSecret, redeemToken } from '../secrets/secrets.ts'
import {
  findSession,
  incrementCounter,
  insertSession,
  markEnded,
  type SessionFilters,
  type SessionKey,
  type SessionRow,
} from './queries.ts'
import { isUsable, lifetimeOf, REPLAY_WITHIN } from './rules.ts'
import type { Caller } from '../../../http/caller.ts'
import { type Account, findViewer, type Viewer } from '../../../http/session.ts'
import type { Budget } from '../../../infra/budgets.ts'
import { later, minutes } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { type Keys, newestKey, seal } from '../../../infra/keys.ts'
import { makeAccessToken } from '../../../infra/tokens.ts'
import { asAccount, asMember, type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import type { SecretPurpose } from '../secrets/queries.ts'

/**
 * Limits for confirming the identity. The limit for each session is low, so that a stolen session can't use up its
 * owner's attempts; the limit for the account covers all of them.
 */
export const stepUpBudgets = ({ sessionId, account }: Viewer): Budget[] => [
  { key: `step-up:session:${sessionId}`, limit: 10, within: minutes(15) },
  { key: `step-up:${account.id}`, limit: 40, within: minutes(15) },
]

/**
 * After confirming their identity, the viewer may make sensitive changes in this session for 15 minutes. Changes to
 * credentials need something other than the password (`byFactor`) if the account has it.
 */
export const elevateSession = (
  db: Db,
  { account, sessionId, secondFactor, hasSecondFactor }: Viewer,
  { now, byFactor }: { now: Date; byFactor: boolean },
) =>
  db
    .updateTable('sessions')
    .set({ elevated_at: now, second_factor: secondFactor || hasSecondFactor, ...(byFactor && { factor_at: now }) })
    .where('account_id', '=', account.id)
    .where('id', '=', sessionId)
    .execute()

/** Confirms the session by a linked provider, which isn't a second factor. */
export const confirmSession = (db: Db, { account, sessionId }: Viewer, now: Date) =>
  db
    .updateTable('sessions')
    .set({ elevated_at: now, factor_at: now })
    .where('account_id', '=', account.id)
    .where('id', '=', sessionId)
    .execute()

// A session is a family of refresh tokens. Each token names the session and a counter, and the session stores the
// current counter, which a refresh increments. Tokens aren't stored: a seal over both proves that we issued them. The
// account at the end locates the session.

const sealOf = (key: KeyObject, nonce: Buffer, id: string, counter: number): Buffer =>
  seal(key, nonce, id, String(counter))

type Issued = Pick<SessionRow, 'id' | 'account_id' | 'nonce'>

function refreshTokenOf(keys: Keys, { id, account_id, nonce }: Issued, counter: number): string {
  const mac = sealOf(newestKey(keys, 'refresh-token'), nonce, id, counter).toString('base64url')
  return Buffer.from(`${id}.${counter}.${mac}.${account_id}`).toString('base64url')
}

const ID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const form = RegExp(String.raw`^${ID}\.(\d{1,9})\.([\w-]{43})\.${ID}$`)

type ParsedToken = { id: string; counter: number; mac: Buffer; accountId: string }

function parseRefreshToken(refreshToken: string): ParsedToken | undefined {
  const [, id, counter, mac, accountId] =
    form.exec(Buffer.from(refreshToken.slice(0, 400), 'base64url').toString('latin1')) ?? []
  return id && counter && mac && accountId
    ? { id, counter: Number(counter), mac: Buffer.from(mac, 'base64url'), accountId }
    : undefined
}

async function findSessionOfToken(
  db: Db,
  keys: Keys,
  refreshToken: string,
): Promise<{ session: SessionRow; counter: number } | undefined> {
  const token = parseRefreshToken(refreshToken)
  const session = token && (await findSession(db, { accountId: token.accountId, sessionId: token.id }))
  if (!token || !session) return undefined
  const isGenuine = keys
    .of('refresh-token')
    .some((key) => timingSafeEqual(sealOf(key, session.nonce, token.id, token.counter), token.mac))
  return isGenuine ? { session, counter: token.counter } : undefined
}

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

/** The sessions' tokens are refused from the next request on, and their sockets close on every server. */
export async function endSessions(work: Work<'bus'>, filters: SessionFilters, because: EndedBecause): Promise<number> {
  const ended = await markEnded(work.tx, filters, because, work.now)
  work.afterCommit(() => work.bus.endSessions(ended, because))
  return ended.length
}

/** Accepts an old refresh token as well: anyone who presents it wants to be signed out. */
export async function endSessionOfToken(context: Deps, refreshToken: string): Promise<void> {
  const found = await findSessionOfToken(context.db, context.keys, refreshToken)
  if (!found) return
  const { account_id: accountId, id: sessionId } = found.session
  await unitOfWork(context, asMember(accountId), (work) => endSessions(work, { accountId, sessionId }, 'signed_out'))
}

type Tokens = { token: string; refreshToken: string }

export async function newSession(
  { now, keys, caller }: Pick<Work<'keys'>, 'now' | 'keys'> & { caller: Caller },
  account: Account,
  { secondFactor, isByFactor }: { secondFactor: boolean; isByFactor: boolean },
) {
  const [id, nonce] = [randomUUID(), randomBytes(32)]
  const session = {
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
    factor_at: isByFactor ? now : null,
  }
  const tokens: Tokens = {
    token: await makeAccessToken(keys, account.id, id, now),
    refreshToken: refreshTokenOf(keys, session, 0),
  }
  return { session, tokens }
}

export async function openSession(
  work: Work<'keys'> & { caller: Caller },
  account: Account,
): Promise<Tokens & { sessionId: string }> {
  const { session, tokens } = await newSession(work, account, { secondFactor: false, isByFactor: false })
  await insertSession(work.tx, session)
  return { ...tokens, sessionId: session.id }
}

const keyOf = ({ account_id, id }: SessionRow): SessionKey => ({ accountId: account_id, sessionId: id })
const signedOut = () => new ApiError('signed_out', 'Your session has ended. Please sign in again.')

/**
 * Tabs that refresh at the same moment all get the same successor. A token that is used again later was stolen, from or
 * by the current user, so the whole session ends.
 */
export async function refreshSession(context: Deps, refreshToken: string): Promise<Tokens> {
  const { db, keys, clock } = context
  const found = await findSessionOfToken(db, keys, refreshToken)
  const now = clock.now()
  if (!found || !isUsable(found.session, now)) throw signedOut()
  const { session, counter } = found
  const key = keyOf(session)
  const isFirst = counter === session.counter && (await incrementCounter(db, key, counter, now))
  const current = isFirst ? counter + 1 : await counterAfterReplay(context, key, counter, now)
  return {
    token: await makeAccessToken(keys, session.account_id, session.id, now),
    refreshToken: refreshTokenOf(keys, session, current),
  }
}

/**
 * Returns the counter after a used token. For 30 seconds, every replay gets the same successor, unless that token has
 * been used.
 */
async function counterAfterReplay(
  context: Deps,
  { accountId, sessionId }: SessionKey,
  counter: number,
  now: Date,
): Promise<number> {
  const session = await findSession(context.db, { accountId, sessionId })
  if (!session || session.ended_at) throw signedOut()
  const isRecent = now.getTime() - session.rotated_at.getTime() <= REPLAY_WITHIN
  if (isRecent && session.counter === counter + 1) return session.counter
  await endStolenSession(context, session)
  throw signedOut()
}

async function endStolenSession(context: Deps, session: SessionRow): Promise<void> {
  await unitOfWork(context, SYSTEM, async (work) => {
    const ended = await endSessions(work, keyOf(session), 'reuse')
    if (ended === 0) return
    work.afterCommit(() => context.incidents.count('tokenReuse'))
    await queueMail(work, { to: session.account_id, kind: 'reuse-detected', details: {} })
  })
}

export async function currentTokens(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { accountId, sessionId }: SessionKey,
): Promise<Tokens> {
  const session = await findSession(db, { accountId, sessionId })
  if (!session) throw signedOut()
  return {
    token: await makeAccessToken(keys, accountId, sessionId, clock.now()),
    refreshToken: refreshTokenOf(keys, session, session.counter),
  }
}

// A ticket replaces a session's token in links, which can't carry that token. The viewer's permissions are checked when
// the ticket is redeemed, as for any request, because their role, state or session may have changed.

type TicketDeps = Opening & Pick<Deps, 'keys'>

export async function issueTicket(
  context: TicketDeps,
  { account, sessionId }: Viewer,
  purpose: SecretPurpose,
  validFor: number,
): Promise<string> {
  const secret = { purpose, accountId: account.id, validFor, payload: { sessionId } }
  return (await unitOfWork(context, asAccount(account), (work) => issueSecret(work, secret))).token
}

export async function redeemTicket(
  { db, config, clock }: TicketDeps & Pick<Deps, 'config'>,
  purpose: SecretPurpose,
  ticket: string,
): Promise<Viewer | null> {
  const now = clock.now()
  const redeemed = await redeemToken(db, purpose, ticket, now)
  const sessionId = redeemed?.payload['sessionId']
  if (!redeemed?.account_id || typeof sessionId !== 'string') return null
  return findViewer({ db, config }, sessionId, redeemed.account_id, now)
}
