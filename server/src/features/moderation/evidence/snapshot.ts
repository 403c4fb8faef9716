import type { ProfileSnapshot } from '@kindred/contract'
import type { UserRow } from '../../discovery/index.ts'
import { ageOn, toProfileDetails } from '../../profiles/index.ts'

/** What a profile says at this moment. */
export function toSnapshot(row: UserRow, now: Date): ProfileSnapshot {
  const { voice: _, ...details } = toProfileDetails(row.profile)
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    // A check constraint of the table allows these values only.
    state: row.state as ProfileSnapshot['state'],
    age: row.date_of_birth ? ageOn(row.date_of_birth, now) : null,
    ...details,
    photoChecked: row.photo_checked_at !== null,
  }
}
