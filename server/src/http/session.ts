import {
  ApiError,
  isForStaff,
  rightFor,
  message,
  needsAdmission,
  needsTerms,
  type Access,
  type ConsentKind,
  type Route,
  type StaffAccess,
  type StaffRight,
} from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, sql, type Selectable } from 'kysely'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../infra/db/db.ts'
import type { Accounts, Profiles } from '../infra/db/schema.ts'
import { findKnownToken, readAccessToken } from '../infra/tokens.ts'
import { isStaff, mayAs } from '../infra/staff.ts'
import { minutes } from '../infra/clock.ts'

export type Account = Selectable<Accounts>
export type Profile = Selectable<Profiles>

/** The caller's current state in the database. The token provides only the IDs of the session and account. */
export type Viewer = {
  account: Account
  profile: Profile | null
  sessionId: string
  elevatedAt: Date | null
  secondFactor: boolean
  /** True if the account has codes from an app, or for staff also a passkey. */
  hasSecondFactor: boolean
  hasCode: boolean
  hasStaffPasskey: boolean
  consents: readonly ConsentKind[]
  /** The version of the terms that the account's owner agreed to. */
  termsVersion: string | null
}

export const isPremium = ({ premium_until }: { premium_until: Date | null }, now: Date): boolean =>
  premium_until !== null && premium_until > now

export const STEP_UP_LASTS = minutes(15)

const bearerOf = (authorization: string | undefined) =>
  authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined

/** Reads the viewer on each request, so that changes of role, premium and state take effect immediately. */
export async function identify(deps: Deps, authorization: string | undefined): Promise<Viewer | null> {
  const token = bearerOf(authorization)
  if (token === undefined) return null
  const now = deps.clock.now()
  const claims = await readAccessToken(deps.keys, token, now)
  return claims && findViewer(deps, claims.sessionId, claims.accountId, now)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that the access token names, if this process has verified the token before. */
    claimed: string | null
  }
}

/**
 * Rate limits and queues count by account as soon as the head of a request has arrived, so they know tokens from the
 * cache only. A request with any other token counts for its network, because verifying it would take longer than
 * refusing the request.
 */
export function recognizeTokens(app: FastifyInstance, { keys, clock }: Pick<Deps, 'keys' | 'clock'>): void {
  app.decorateRequest('claimed', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const token = bearerOf(request.headers.authorization)
    if (token !== undefined) request.claimed = findKnownToken(keys, token, clock.now())?.accountId ?? null
    done()
  })
}

const withPasskeyFor = (host: string) => `(accounts.is_admin or accounts.staff_role is not null)
    and exists (select from passkeys where passkeys.account_id = accounts.id and passkeys.host = ${host}::text)`

/** For staff with a passkey for this host, a password alone isn't enough. Members may sign in with either. */
export const isStaffWithPasskey = ({ passkeyHost }: Pick<Config, 'passkeyHost'>) =>
  sql<boolean>`exists (select from (values (${passkeyHost}::text)) this (host)
    where ${sql.raw(withPasskeyFor('this.host'))})`

type Asked = { sessionId: string; accountId: string; now: Date } & Pick<Config, 'passkeyHost'>

type ViewerRow = Account & {
  session_id: string
  elevated_at: Date | null
  second_factor: boolean
  has_code: boolean
  has_staff_passkey: boolean
  profile: Profile | null
  consents: ConsentKind[]
  terms_version: string | null
}

/** The query is plain text because each request runs it, and building it each time would take as long as sending it. */
const VIEWER = `
  select accounts.*, sessions.id as session_id, sessions.elevated_at, sessions.second_factor,
    second_factors.account_id is not null as has_code,
    ${withPasskeyFor('$4')} as has_staff_passkey, to_jsonb(profiles) as profile,
    array(select kind from consents where consents.account_id = accounts.id and withdrawn_at is null) as consents,
    (select version from consents
      where consents.account_id = accounts.id and kind = 'terms' and withdrawn_at is null) as terms_version
  from sessions join accounts on accounts.id = sessions.account_id
  left join second_factors on second_factors.account_id = accounts.id and second_factors.confirmed_at is not null
  left join profiles on profiles.account_id = accounts.id
  where sessions.id = $1 and accounts.id = $2 and sessions.ended_at is null and sessions.ends_at > $3
    and accounts.state <> 'erased'`

const askForViewer = (db: Db, { sessionId, accountId, now, passkeyHost }: Asked) =>
  db.executeQuery<ViewerRow>(CompiledQuery.raw(VIEWER, [sessionId, accountId, now, passkeyHost]))

export async function findViewer(
  { db, config: { passkeyHost } }: Pick<Deps, 'db'> & { config: Pick<Config, 'passkeyHost'> },
  sessionId: string,
  accountId: string,
  now: Date,
): Promise<Viewer | null> {
  const [row] = (await askForViewer(db, { sessionId, accountId, now, passkeyHost })).rows
  if (!row) return null
  const {
    session_id,
    elevated_at,
    second_factor,
    has_code,
    has_staff_passkey,
    profile,
    consents,
    terms_version,
    ...account
  } = row
  return {
    account,
    profile,
    sessionId: session_id,
    elevatedAt: elevated_at,
    secondFactor: second_factor,
    hasSecondFactor: has_code || has_staff_passkey,
    hasCode: has_code,
    hasStaffPasskey: has_staff_passkey,
    consents,
    termsVersion: terms_version,
  }
}

const goodStanding = new Set(['active', 'paused'])
export const isInGoodStanding = ({ state }: { state: string }): boolean => goodStanding.has(state)
const rank: Record<Exclude<Access, StaffAccess> | 'staff', number> = {
  anyone: 0,
  session: 1,
  account: 2,
  member: 3,
  staff: 4,
}

export function assertAccess(
  route: Pick<Route, 'access' | 'stepUp' | 'beforeTerms'>,
  viewer: Viewer | null,
  { config, clock }: Deps,
  body: unknown,
): void {
  const needed = rank[isForStaff(route.access) ? 'staff' : route.access]
  if (needed === rank.anyone) return
  if (!viewer) throw new ApiError('signed_out', 'Please sign in.')
  const { account } = viewer
  if (needed >= rank.account && !isInGoodStanding(account))
    throw new ApiError(
      'account_restricted',
      account.state === 'deleting'
        ? 'Your account is set to be deleted. You can keep it, or download your data.'
        : 'Your account is restricted. ' +
            'You can read the decision, appeal it, download your data or delete your account.',
    )
  if (needsTerms(route) && !mayBeforeTerms(route, viewer, body)) throw consentRequired('acceptTerms')
  if (needed === rank.member && !account.email_verified_at)
    throw new ApiError('verification_required', 'Please confirm your email first.')
  if (needsAdmission(route) && account.admission !== null && !isStaff(account))
    throw new ApiError('admission_required', 'You haven’t been let in yet. See where you stand in the app.')
  if (needed === rank.staff) assertStaff(viewer, rightFor(route.access), config.STAFF_2FA)
  if (route.stepUp) assertElevated(viewer, clock.now())
}

/** The contract allows some requests before the terms are accepted. */
const mayBeforeTerms = ({ beforeTerms }: Pick<Route, 'beforeTerms'>, viewer: Viewer, body: unknown): boolean =>
  hasAccepted(viewer) ||
  (beforeTerms === 'staff' && isStaff(viewer.account)) ||
  (beforeTerms === 'accepting' &&
    typeof body === 'object' &&
    body !== null &&
    'acceptTerms' in body &&
    body.acceptTerms === true)

export const hasAccepted = ({ consents }: Pick<Viewer, 'consents'>): boolean => consents.includes('terms')

/** Versions are days, so a later one is greater. */
export const hasAgreedTo = (required: string, agreed: string | null): boolean => agreed !== null && agreed >= required

/** Special-category data may be used only with this consent. */
export const mayUseSpecialCategory = ({ consents }: Pick<Viewer, 'consents'>): boolean =>
  consents.includes('special_category')

const whyRequired = {
  acceptTerms: message('Please agree to the terms to continue.'),
  acceptNewTerms: message('Our terms have changed. Please agree to them to go on.'),
  acceptSpecialCategory: message('To find people for you, we need your consent to use who you’d like to meet.'),
  acceptSensitive: message('We need your consent to keep and show this answer.'),
}

export const consentRequired = (path: keyof typeof whyRequired): ApiError =>
  new ApiError('consent_required', whyRequired[path], { errors: [{ path, msg: whyRequired[path] }] })

export const actsAsStaff = (viewer: Viewer, right: StaffRight, policy: 'optional' | 'required'): boolean =>
  mayAs(viewer.account, right) && (policy !== 'required' || (viewer.hasSecondFactor && viewer.secondFactor))

function assertStaff(viewer: Viewer, right: StaffRight | undefined, policy: 'optional' | 'required') {
  if (!isStaff(viewer.account)) throw new ApiError('forbidden', 'Only administrators can do this.')
  if (!right || !mayAs(viewer.account, right)) throw new ApiError('forbidden', 'Your role doesn’t include this.')
  if (policy !== 'required') return
  if (!viewer.hasSecondFactor)
    throw new ApiError(
      'second_factor_setup_required',
      'Administrators must use two-step verification. Please set it up first.',
    )
  if (!viewer.secondFactor) throw new ApiError('step_up_required', 'Please confirm with two-step verification.')
}

/**
 * True if the viewer has confirmed their identity within the last 15 minutes. Signing in counts, but if the account has
 * a second factor, only with that factor.
 */
export const isElevated = ({ elevatedAt, hasSecondFactor, secondFactor }: Viewer, now: Date): boolean =>
  elevatedAt !== null && now.getTime() - elevatedAt.getTime() <= STEP_UP_LASTS && (!hasSecondFactor || secondFactor)

/**
 * Requires a recent confirmation on routes that need it only for some input. Other routes declare `stepUp` in the
 * contract.
 */
export function assertElevated(viewer: Viewer, now: Date): void {
  if (!isElevated(viewer, now)) throw new ApiError('step_up_required', 'Confirm it’s you.')
}

export const ACTIVE_EVERY = minutes(1)

/** Saves the time at most once a minute. What asks for it doesn't wait. */
export function saveLastActive(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  account: Pick<Account, 'id' | 'last_active_at'>,
): void {
  const now = clock.now()
  if (account.last_active_at && now.getTime() - account.last_active_at.getTime() < ACTIVE_EVERY) return
  db.updateTable('accounts')
    .set({ last_active_at: now })
    .where('id', '=', account.id)
    .where((eb) =>
      eb.or([eb('last_active_at', 'is', null), eb('last_active_at', '<', new Date(now.getTime() - ACTIVE_EVERY))]),
    )
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'last active'))
}

export async function findEndReason(
  { db }: Pick<Deps, 'db'>,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.ended_because')
    .where('sessions.id', '=', sessionId)
    .where('accounts.id', '=', accountId)
    .where('accounts.state', '!=', 'erased')
    .executeTakeFirst()
  return row?.ended_because
}
