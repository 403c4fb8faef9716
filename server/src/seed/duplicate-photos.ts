import { days, later } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import type { Work } from '../work.ts'
import type { Character } from './community.ts'

// Photos that two demo people use. One of them was banned, and two are in good standing.

const mainPicture = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('pictures')
    .select(['public_id', 'account_id'])
    .where('account_id', '=', accountId)
    .where('position', '=', 0)
    .executeTakeFirst()

async function share({ tx, now }: Work, laterId: string, earlierId: string, isBanned: boolean): Promise<void> {
  const [copy, original] = [await mainPicture(tx, laterId), await mainPicture(tx, earlierId)]
  if (!copy || !original) return
  await tx
    .updateTable('pictures')
    .set({ name: `shared by ${original.public_id}.webp` })
    .where('public_id', 'in', [copy.public_id, original.public_id])
    .execute()
  await tx
    .insertInto('duplicate_photos')
    .values({
      account_id: laterId,
      public_id: copy.public_id,
      fingerprint: '0110'.repeat(16),
      other_id: earlierId,
      other_public_id: original.public_id,
      why: isBanned ? 'banned_account' : 'several_accounts',
      distance: isBanned ? 2 : 0,
      found_at: later(now, -days(isBanned ? 1 : 2)),
    })
    .execute()
}

export async function addDuplicatePhotos(
  work: Work,
  people: readonly Character[],
  ids: readonly string[],
): Promise<void> {
  const of = (state: Character['state'], gender: string | undefined) =>
    ids.filter((_, at) => at > 0 && people[at]?.state === state && people[at].profile?.gender === gender)
  const banned = people.findIndex(({ state, profile }) => state === 'banned' && profile?.gender)
  const bannedId = ids[banned]
  const alike = of('active', people[banned]?.profile?.gender).slice(-1)
  if (bannedId && alike[0]) await share(work, alike[0], bannedId, true)
  const [earlierId, laterId] = of('active', 'man').slice(-5)
  if (earlierId && laterId && !alike.includes(laterId) && !alike.includes(earlierId))
    await share(work, laterId, earlierId, false)
}
