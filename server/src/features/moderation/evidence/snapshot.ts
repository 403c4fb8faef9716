import type { ProfileSnapshot } from '@kindred/contract'
import type { Profile } from '../../../http/session.ts'
import type { UserRow } from '../../discovery/index.ts'
import { ageOn, toProfileDetails } from '../../profiles/index.ts'

/** Fields are listed explicitly, so that a new field of profiles doesn't change what is sealed. */
function toDetails(profile: Profile | null) {
  const { gender, bio, location, intention, prompts, interests, languages, basics } = toProfileDetails(profile)
  const { height, children, smoking, drinking, diet, religion, education, work } = basics
  return {
    gender,
    bio,
    location: { city: location.city, country: location.country },
    intention,
    prompts: prompts.map(({ question, answer }) => ({ question, answer })),
    interests,
    languages,
    basics: { height, children, smoking, drinking, diet, religion, education, work },
  }
}

export const toSnapshot = (row: UserRow, now: Date): ProfileSnapshot => ({
  firstName: row.first_name,
  lastName: row.last_name,
  state: row.state,
  age: row.date_of_birth ? ageOn(row.date_of_birth, now) : null,
  ...toDetails(row.profile),
  photoChecked: row.photo_checked_at !== null,
})
