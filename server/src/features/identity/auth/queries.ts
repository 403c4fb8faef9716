import type { ConsentKind } from '@kindred/contract'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Config } from '../../../config.ts'
import { hasAddress } from '../account/queries.ts'
import { STAFF_LIMIT } from '../sessions/queries.ts'
import { profileOf } from '../../profiles/index.ts'
import { type Caller, networkOf } from '../../../http/caller.ts'
import { type Account, isStaffWithPasskey, type Profile } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Sessions } from '../../../infra/db/schema.ts'
import { days, later } from '../../../infra/clock.ts'
import { first } from '../../../infra/first.ts'

export const insertSignIn = (
  db: Db | Tx,
  account_id: string,
  { caller, now }: { caller: Caller; now: Date },
  outcome: 'succeeded' | 'failed',
) =>
  db
    .insertInto('sign_ins')
    .values({ account_id, at: now, address: networkOf(caller.address), user_agent: caller.userAgent, outcome })
    .execute()

/** An id that no account has. */
const NO_ONE = '00000000-0000-4000-8000-000000000000'

const knownFrom = (accountId: RawBuilder<unknown>, network: string, now: Date, userAgent?: string) =>
  sql<boolean>`exists (
    select from sign_ins s
    where s.account_id = ${accountId} and s.address = ${network} and s.outcome = 'succeeded'
      and s.at > ${later(now, -days(90))} ${userAgent === undefined ? sql`` : sql`and s.user_agent = ${userAgent}`})`

export async function isKnownNetwork(db: Db, accountId: string, network: string, now: Date): Promise<boolean> {
  const { known } = await db
    .selectNoFrom(knownFrom(sql`${accountId}::uuid`, network, now).as('known'))
    .executeTakeFirstOrThrow()
  return known
}

/**
 * The account of an address, and whether it has signed in from this network before. For an unknown address, it looks up
 * an id that no account has, which takes as long.
 */
export const findOwnerOfMail = (db: Db, email: string, network: string, now: Date) =>
  db
    .selectFrom(sql`(select)`.as('one'))
    .leftJoin('accounts', (join) => join.on(hasAddress(email)))
    .select(['accounts.id', knownFrom(sql`coalesce(accounts.id, ${NO_ONE})`, network, now).as('isKnown')])
    .executeTakeFirstOrThrow()

/**
 * The account of an address, its required second factors, and whether it has signed in from this network, and with this
 * browser, before. For an unknown address, it looks up an id that no account has, which takes as long.
 */
export async function findSignIn(
  db: Db,
  config: Config,
  { email, network, userAgent, now }: { email: string; network: string; userAgent: string; now: Date },
) {
  const {
    network: isNetworkKnown,
    browser,
    code,
    passkey,
    ...account
  } = await db
    .selectFrom(sql`(select)`.as('one'))
    .leftJoin('accounts', (join) => join.on(hasAddress(email)))
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.account_id', '=', 'accounts.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .selectAll('accounts')
    .select((eb) => [
      eb('second_factors.account_id', 'is not', null).as('code'),
      isStaffWithPasskey(config).as('passkey'),
      knownFrom(sql`coalesce(accounts.id, ${NO_ONE})`, network, now).as('network'),
      knownFrom(sql`coalesce(accounts.id, ${NO_ONE})`, network, now, userAgent).as('browser'),
    ])
    .executeTakeFirstOrThrow()
  // Without an account, all columns are null; otherwise, they are as declared.
  return {
    account: account.id === null ? null : (account as Account),
    known: { network: isNetworkKnown, browser },
    required: { code, passkey },
  }
}

type Opening = {
  session: Insertable<Sessions>
  /** The proof must still be valid: for the account as it was read, and for its passkey or provider. */
  proof: {
    account: Account
    passkeyId: string | undefined
    provider: string | undefined
    passkeyHost: string | null
    network: string
  }
  unlessNew: boolean
}
type Outcome = 'opened' | 'changed' | 'factor' | 'new-device'

/** Also reads the profile and the active consents. Opens a transaction unless there is one. */
export const saveSignIn = async (db: Db | Tx, { session, proof, unlessNew }: Opening) => {
  const { account, passkeyId, provider, passkeyHost, network } = proof
  const opened = { ...session, nonce: `\\x${session.nonce.toString('hex')}` }
  const proved = {
    is_admin: account.is_admin,
    staff_role: account.staff_role,
    password_hash: account.password_hash,
    passkey_id: passkeyId,
    provider,
    passkey_host: passkeyHost,
    network,
  }
  const { rows } = await sql<{
    outcome: Outcome
    profile: Profile | null
    consents: ConsentKind[]
    termsVersion: string | null
  }>`
    select identity_sign_in(${JSON.stringify(opened)}, ${JSON.stringify(proved)}, ${unlessNew}) as outcome,
      ${profileOf(account.id)} as profile,
      array(select kind from profiles_consents where account_id = ${account.id}) as consents,
      (select version from profiles_consents where account_id = ${account.id} and kind = 'terms') as "termsVersion"`.execute(
    db,
  )
  return first(rows)
}

export const latestSignIns = (db: Db, accountId: string) =>
  db
    .selectFrom('sign_ins')
    .select(['at', 'outcome', 'address', 'user_agent'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(STAFF_LIMIT)
    .execute()
