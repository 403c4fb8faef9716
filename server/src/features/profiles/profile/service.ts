import { ApiError, type ProfileChange } from '@kindred/contract'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Account, Profile, Viewer } from '../../../http/session.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'
import { agreeTo } from '../consents/service.ts'
import { placeCalled } from '../places/service.ts'
import { checkAge, checkComplete } from '../users/service.ts'
import { brandOf } from '../../operations/index.ts'
import * as queries from './queries.ts'
import { asMember, unitOfWork } from '../../../work.ts'

export { personalData } from './personal-data.ts'

export const profileOf = (db: Db | Tx, accountId: string): Promise<Profile | null> => queries.find(db, accountId)

/** Saves what was said; `whole`: only if it is enough to be shown to others. */
export async function change(
  context: Deps,
  { account }: Viewer,
  said: ProfileChange,
  whole: boolean,
): Promise<{ account: Account; profile: Profile }> {
  if (said.dateOfBirth !== undefined) await checkBirth(context, account, said.dateOfBirth)
  return unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const changed = await queries.changeAccount(tx, account, ofAccount(said))
    if (account.date_of_birth === null && said.dateOfBirth !== undefined) checkAgreed(said)
    if (said.acceptTerms) for (const kind of ['terms', 'age'] as const) await agreeTo(tx, account.id, kind, now)
    if (said.acceptSpecialCategory) await agreeTo(tx, account.id, 'special_category', now)
    const profile = await sayOf(tx, account.id, said, now)
    // Thrown inside: what is not enough is not kept in part.
    if (whole) checkComplete(changed, profile)
    return { account: changed, profile }
  })
}

/** Whoever came through a provider was not asked at the door: they agree where they say how old they are. */
function checkAgreed({ acceptTerms }: ProfileChange): void {
  if (acceptTerms) return
  const msg = 'Please agree to the terms to go on.'
  throw new ApiError('invalid_request', msg, { errors: [{ path: 'acceptTerms', msg }] })
}

/** Writes what somebody says of themselves, as it was said at some moment. */
export async function sayOf(tx: Tx, accountId: string, said: ProfileChange, at: Date): Promise<Profile> {
  const place = said.location && (await placeCalled(tx, accountId, said.location, at))
  return queries.save(tx, accountId, { ...ofProfile(said), ...place }, at)
}

/** Said once: an age that can be changed at will is none. */
async function checkBirth(context: Deps, { date_of_birth }: Account, dateOfBirth: string): Promise<void> {
  checkAge(dateOfBirth, context.clock.now(), await brandOf(context))
  if (date_of_birth === null || date_of_birth === dateOfBirth) return
  const msg = 'The date of birth cannot be changed here. Write to us if it is wrong.'
  throw new ApiError('invalid_request', msg, { errors: [{ path: 'dateOfBirth', msg }] })
}

const given = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

/** `name` is the first name, by another word. */
const ofAccount = ({ firstName, name, lastName, dateOfBirth, timeZone }: ProfileChange): Updateable<Accounts> =>
  given({ first_name: firstName ?? name, last_name: lastName, date_of_birth: dateOfBirth, time_zone: timeZone })

const ofProfile = ({
  gender,
  interestedIn,
  intention,
  bio,
  prompts,
  interests,
  languages,
  basics,
}: ProfileChange): Updateable<Profiles> =>
  given({
    gender,
    interested_in: interestedIn,
    intention,
    bio: bio === '' ? null : bio,
    prompts: prompts && JSON.stringify(prompts),
    interests,
    languages,
    basics: basics && JSON.stringify(basics),
  })
