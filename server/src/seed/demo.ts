import type { ProfileField } from '@kindred/contract'
import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { createAccount } from '../features/identity/index.ts'
import {
  recordConsents,
  saveProfile,
  saveProfileDetails,
  updateCellLevels,
  writePictures,
} from '../features/profiles/index.ts'
import { joinFriends, seededRandom } from '../features/discovery/index.ts'
import { factOf, fieldsIn, installRecipe, saveFact } from '../features/operations/index.ts'
import { days, later, minutes } from '../infra/clock.ts'
import type { Tx } from '../infra/db/db.ts'
import { addAccountLinks } from './account-links.ts'
import { addAppeals } from './appealed.ts'
import { addCases } from './cases.ts'
import { community, type Character, zoesWishes } from './community.ts'
import { addReports, shareReports } from './reports.ts'
import { addDecisions } from './decided.ts'
import { PORTRAIT } from './portraits.ts'
import { addMonitoringReports } from './monitored.ts'
import { addLegalHold, addPendingBan } from './serious.ts'
import { answerFields } from './field-answers.ts'
import { addDuplicatePhotos } from './duplicate-photos.ts'
import { addBlindReviews } from './blind-reviews.ts'
import { addHistory } from './history.ts'
import { addReplyNotice } from './notifications.ts'
import { addSubscriptions } from './subscribers.ts'
import { addLabels, createDemoTeam } from './team.ts'
import { SYSTEM, unitOfWork, type Work } from '../work.ts'

// Invented people for trying the product, but never in production.

export const demoMember = { email: 'zoe@demo.kindred.example', password: 'walk along the water' }

const mark = 'demo'

/**
 * Closes demo accounts from a trial, which must not give access to a production server, because their password is
 * public.
 */
export const closeDemoAccounts = ({ db, config }: Pick<Deps, 'db' | 'config'>) =>
  config.production
    ? db
        .updateTable('accounts')
        .set({ password_hash: null })
        .where('is_demo', '=', true)
        .where('password_hash', 'is not', null)
        .execute()
    : undefined

const emailOf = ({ first }: Character, at: number) =>
  first === 'Zoë' ? demoMember.email : `member${at}@demo.kindred.example`

/** Creates a member through the services, with the clock set back to the day they joined. */
async function addMember(
  work: Work<'config' | 'jobs'>,
  person: Character,
  at: number,
  { password_hash, reach, fields }: { password_hash: string; reach: number; fields: readonly ProfileField[] },
): Promise<string> {
  const { tx, now } = work
  const then = later(now, -days(person.joinedDaysAgo))
  const seen = later(now, -minutes(person.activeMinutesAgo))
  const { id } = await createAccount(
    { ...work, now: then },
    {
      first_name: person.first,
      last_name: person.last,
      email: emailOf(person, at),
      email_verified_at: person.verified ? then : null,
      email_verification_sent_at: then,
      date_of_birth: person.born,
      last_active_at: seen < then ? then : seen,
      state: person.state,
      photo_checked_at: at % 3 === 0 && person.pictures > 0 ? then : null,
      time_zone: 'Europe/Lisbon',
      password_hash,
      is_demo: true,
    },
  )
  await addVisits(tx, id, at, { joined: then, seen: seen < then ? then : seen })
  await recordConsents({ ...work, now: then }, id, ['terms', 'age', 'special_category'])
  if (person.profile) {
    await saveProfileDetails(tx, id, person.profile, then)
    await answerFields({ ...work, now: then }, id, fields, seededRandom(`answers of ${person.key}`))
  }
  if (at === 0) await saveProfile(tx, id, { age_min: zoesWishes.ageMin, age_max: zoesWishes.ageMax, reach }, then)
  await addPictures(tx, id, person, then, at % 30 === 9)
  // They are found once the operator turns Friends on.
  if (person.profile && at % 3 === 1) await joinFriends(tx, id, then)
  return id
}

/** Adds repeated sign-ins, each from another network, so that the members count in their cells. */
async function addVisits(tx: Tx, account_id: string, at: number, { joined, seen }: { joined: Date; seen: Date }) {
  await tx
    .insertInto('sign_ins')
    .values({
      account_id,
      at: seen,
      address: `10.${Math.floor(at / 256) % 256}.${at % 256}.1`,
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      outcome: 'succeeded',
    })
    .execute()
  const active_days = Math.min(3, 1 + Math.floor((seen.getTime() - joined.getTime()) / days(1)))
  await tx.updateTable('last_seen').set({ active_days }).where('account_id', '=', account_id).execute()
}

/** Adds photos, which are drawn later. The newest photo of some members waits for review. */
async function addPictures(
  tx: Tx,
  account_id: string,
  { key, first, pictures }: Character,
  created_at: Date,
  waits: boolean,
): Promise<void> {
  for (let position = 0; position < pictures; position++)
    await tx
      .insertInto('pictures')
      .values({
        public_id: createHash('sha256').update(`${account_id} ${key} ${position}`).digest('hex').slice(0, 32),
        account_id,
        name: PORTRAIT,
        size: 40_000,
        mime_type: 'image/webp',
        width: 800,
        height: 1000,
        placeholder: '',
        alt: `A drawn portrait of ${first}`,
        position,
        review: waits && position > 0 && position === pictures - 1 ? 'held' : 'shown',
        created_at,
      })
      .execute()
  if (pictures > 0) await writePictures(tx, account_id, created_at)
}

/** Creates the demo community once. Includes a moderator if the first administrator's password is known. */
export async function createDemoCommunity(deps: Deps, staffPassword?: string): Promise<boolean> {
  const { db, config, passwords } = deps
  if (config.DEMO === 0 || (await factOf(db, mark)) !== undefined) return false
  const password_hash = await passwords.hash(demoMember.password)
  const staffHash = staffPassword === undefined ? undefined : await passwords.hash(staffPassword)
  const people = community(config.DEMO, deps.clock.now())
  // In smaller communities, places are too coarse for a short distance.
  const reach = config.DEMO < 150 ? 50 : 25
  const administrator = await db.selectFrom('accounts').select('id').where('is_admin', '=', true).executeTakeFirst()
  const { ids, moderator } = await unitOfWork(deps, SYSTEM, async (work) => {
    if (config.DEMO_RECIPE && administrator) await installRecipe(work, config.DEMO_RECIPE, administrator.id)
    const fields = await fieldsIn(work.tx)
    const ids: string[] = []
    for (const [at, person] of people.entries())
      ids.push(await addMember(work, person, at, { password_hash, reach, fields }))
    await addHistory(work, people, ids, seededRandom('kindred history'))
    await addSubscriptions(work, people, ids)
    await addReports(work, ids, seededRandom('kindred complaints'), Math.min(60, 5 * ids.length))
    if (ids[0]) await addReplyNotice(work.tx, ids[0])
    await addDecisions(work, people, ids)
    await addAppeals(work, ids)
    await addDuplicatePhotos(work, people, ids)
    await addAccountLinks(work, people, ids)
    await addLegalHold(work, ids)
    const moderator = staffHash === undefined ? undefined : await createDemoTeam(work, staffHash)
    if (moderator !== undefined) {
      await shareReports(work.tx, moderator)
      await addLabels(work)
      await addBlindReviews(work, ids, moderator)
    }
    const sender = ids.length > 4 ? ids.at(-2) : undefined
    if (moderator !== undefined && sender !== undefined) await addPendingBan(work, moderator, sender)
    // seed.ts draws the first photos before the server listens. This job draws the missing ones.
    await work.jobs.add(work.tx, 'draw-demo', {}, 5000)
    await saveFact(work.tx, mark, { people: people.length })
    return { ids, moderator }
  })
  await updateCellLevels(deps)
  await addMonitoringReports(deps, ids)
  if (administrator && moderator !== undefined)
    await addCases({ deps, administrator: administrator.id, moderator }, people, ids)
  return true
}
