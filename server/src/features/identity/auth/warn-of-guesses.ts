import { message, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { countsWithin } from '../../../infra/budgets.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Db } from '../../../infra/db/db.ts'
import { SYSTEM, unitOfWork, type Opening } from '../../../work.ts'
import { recordAndMail } from '../../delivery/index.ts'
import { issueSecret } from '../secrets/secrets.ts'

// Owners are warned when someone guesses their password, from however many networks, and when someone who knows it
// fails the second step. This limits nothing, so that strangers can't lock anyone out by guessing.

const MOST_WRONG_PASSWORDS = 20
const MOST_WRONG_FACTORS = 3
const LINK_LASTS = days(7)

type Context = Opening & Pick<Deps, 'config' | 'bus' | 'jobs' | 'keys'>
type Guesses = 'wrong-passwords' | 'wrong-factors'

const texts: Record<Guesses, MessageDescriptor> = {
  'wrong-passwords': message(
    'Someone entered a wrong password for your account 20 times or more in a day. None of these tries got in.',
  ),
  'wrong-factors': message(
    'Someone entered your password but failed two-step verification 3 times. If this wasn’t you, change your password.',
  ),
}

/** Runs some time after the response to a wrong password, once the attempt is saved. */
export async function warnOfWrongPasswords(context: Context, accountId: string): Promise<void> {
  const since = later(context.clock.now(), -days(1))
  if (await hasFailed(context.db, accountId, since, MOST_WRONG_PASSWORDS))
    await warnOnceADay(context, accountId, 'wrong-passwords')
}

export async function warnOfWrongFactor(context: Context, accountId: string): Promise<void> {
  const isUsual = { key: `wrong-factor:${accountId}`, limit: MOST_WRONG_FACTORS - 1, within: days(1) }
  if (!(await countsWithin(context.db, context.clock.now(), isUsual)))
    await warnOnceADay(context, accountId, 'wrong-factors')
}

async function hasFailed(db: Db, accountId: string, since: Date, times: number): Promise<boolean> {
  const failed = await db
    .selectFrom('sign_ins')
    .select('at')
    .where('account_id', '=', accountId)
    .where('at', '>', since)
    .where('outcome', '=', 'failed')
    .orderBy('at', 'desc')
    .limit(times)
    .execute()
  return failed.length === times
}

/** The link only ends sessions; it never signs anyone in. It stays valid if someone else changes the password. */
async function warnOnceADay(context: Context, accountId: string, kind: Guesses): Promise<void> {
  const once = { key: `${kind}-warning:${accountId}`, limit: 1, within: days(1) }
  if (!(await countsWithin(context.db, context.clock.now(), once))) return
  await unitOfWork(context, SYSTEM, async (work) => {
    const { token } = await issueSecret(work, {
      purpose: 'sign-out-everywhere',
      accountId,
      validFor: LINK_LASTS,
      allowSeveral: true,
    })
    const signOut = `${work.config.PUBLIC_URL}/sign-out#token=${token}`
    await recordAndMail(work, [
      {
        mail: { to: accountId, kind, details: { signOut } },
        notice: {
          to: accountId,
          kind: 'security',
          topic: kind,
          details: { ...texts[kind], link: '/settings#password' },
        },
      },
    ])
  })
}
