import { ApiError, type ProfileChange, message } from '@kindred/contract'
import * as suggestions from '@kindred/contract/profiles/suggestions'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Account, Profile, Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { assertName, fullName } from '../../../infra/names.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { brandOf } from '../../operations/index.ts'
import { giveConsents } from '../consents/give-consents.ts'
import { acceptedKinds } from '../consents/record-consents.ts'
import { isSpecialProfile } from '../consents/special-category.ts'
import { assertSpecialCategory } from '../consents/withhold-details.ts'
import { placeByName } from '../places/place-by-name.ts'
import { assertAge, assertComplete } from '../users/onboarding.ts'
import { changeGender } from './gender-changes.ts'
import { assertNotHidden } from './hidden-texts.ts'
import { changeAccount, keepName, saveProfile } from './profiles.sql.ts'
import type { Accounts, Profiles } from '../../../infra/db/schema.ts'

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  // The filter removes exactly the keys that the type removes.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>

/** `name` is another field for the first name. */
const toAccountColumns = ({ firstName, name, lastName, dateOfBirth, timeZone }: ProfileChange): Updateable<Accounts> =>
  withoutUndefined({
    first_name: firstName ?? name,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    time_zone: timeZone,
  })

const toPromptKeys = <P extends { question: string }>(prompts: readonly P[]): P[] =>
  prompts.map((prompt) => ({ ...prompt, question: suggestions.prompts.keyOf(prompt.question) }))

/** Suggestions are stored by their keys, in any language they were entered. Spellings of the same one are merged. */
const keysOf = (keyOf: (text: string) => string, texts: readonly string[]): string[] => [...new Set(texts.map(keyOf))]

const toProfileColumns = ({
  gender,
  interestedIn,
  intention,
  bio,
  prompts,
  interests,
  languages,
  basics,
}: ProfileChange): Updateable<Profiles> =>
  withoutUndefined({
    gender,
    interested_in: interestedIn,
    intention,
    bio: bio === '' ? null : bio,
    prompts: prompts && JSON.stringify(toPromptKeys(prompts)),
    interests: interests && keysOf(suggestions.interests.keyOf, interests),
    languages: languages && keysOf(suggestions.spoken.keyOf, languages),
    basics: basics && JSON.stringify(basics),
  })

/** With `requireComplete`, a change is refused unless the profile can be shown to others afterwards. */
export async function changeProfile(
  context: Deps,
  { account }: Viewer,
  change: ProfileChange,
  requireComplete: boolean,
): Promise<{ account: Account; profile: Profile }> {
  // Completing a profile names a place, which has no effect until the address is verified (place-by-name.ts).
  if (change.location && !requireComplete && !account.email_verified_at)
    throw new ApiError('verification_required', 'Please confirm your email first.')
  const brand = await brandOf(context)
  if (change.dateOfBirth !== undefined) assertAge(change.dateOfBirth, context.clock.now(), brand)
  return unitOfWork(context, asMember(account.id), async ({ tx, now }) => {
    const columns = toAccountColumns(change)
    if (columns.first_name !== undefined) await keepName(tx, account.id, columns.first_name, now)
    const changed = await changeAccount(tx, account.id, columns, true)
    if (fullName(changed) !== fullName(account)) assertName(changed, brand)
    assertDateOfBirth(changed, change)
    await assertNotHidden(tx, account.id, change)
    await giveConsents(tx, account.id, acceptedKinds(change), now)
    if (isSpecialProfile(change)) await assertSpecialCategory(tx, account.id)
    const profile = await saveProfileDetails(tx, account.id, change, now)
    if (requireComplete) assertComplete(changed, profile)
    return { account: changed, profile }
  })
}

export async function saveProfileDetails(tx: Tx, accountId: string, change: ProfileChange, at: Date): Promise<Profile> {
  const place = change.location && (await placeByName(tx, accountId, change.location, at))
  const gender = await changeGender(tx, accountId, change, at)
  return saveProfile(tx, accountId, { ...toProfileColumns(change), ...gender, ...place }, at)
}

/** A date of birth can be set only once: otherwise a minor could correct it. A second one isn't saved. */
function assertDateOfBirth({ date_of_birth }: Account, { dateOfBirth }: ProfileChange): void {
  if (dateOfBirth === undefined || date_of_birth === dateOfBirth) return
  const msg = message('You can’t change your date of birth here. If it’s wrong, write to us.')
  throw new ApiError('invalid_request', msg, { errors: [{ path: 'dateOfBirth', msg }] })
}
