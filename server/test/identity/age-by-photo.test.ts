import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { deleteOldAgePhotos, recordProof, scheduleDeletion } from '../../src/features/identity/index.ts'
import { hours } from '../../src/infra/clock.ts'
import { SYSTEM, unitOfWork, type Work } from '../../src/work.ts'
import { addAgePhoto, ageOf, askAge, mailWith, sendAgePhoto } from '../asking-age.ts'
import type { Person } from '../people.ts'
import { photoOf } from '../pictures.ts'
import { type } from '../typed-commands.ts'
import { shared, startWorld, until, type World } from '../world.ts'

async function start() {
  const world = await startWorld()
  return { world, ines: await world.administrator(), mara: await world.staff('moderator') }
}
const anyTeam = shared(start)

/** A team that gets photos as a proof of age, of whom none waits. */
async function startWithPhotos(methods: ('document' | 'selfie')[] = ['document', 'selfie'], team = anyTeam) {
  const { world, ines, mara } = await team()
  await askAge(world, { when: ['message'], methods }, ines)
  await world.query('delete from age_documents')
  return { world, ines, mara }
}

const waiting = async ({ client }: Person) => (await client.listAgeChecks({})).data.checks

const decide = ({ client }: Person, id: string, decision: 'accept' | 'decline', message = 'Hi.') =>
  client.decideAgeCheck({ params: { id }, body: { decision, message } })

/** Bytes in the middle of a photo, which nothing else has, in every form in which they could be found. */
function marksOf(...photos: Buffer[]): string[] {
  const parts = photos.map((photo) => photo.subarray(300, 348))
  return parts.flatMap((part) => [part.toString('hex'), part.toString('base64').slice(2, -4)])
}

const storedPhoto = async (world: World, { user }: Person): Promise<Buffer> =>
  (await world.query(`select coalesce(document, selfie) as photo from age_documents where account_id = '${user._id}'`))
    .rows[0].photo

/** The names of tables in which one of the marks is, whatever the column. */
async function tablesWith(world: World, marks: readonly string[]): Promise<string[]> {
  const { rows } = await world.query(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss')`)
  const found: string[] = []
  for (const { name } of rows as { name: string }[]) {
    const is = marks.map((mark) => `t::text like '%${mark}%'`).join(' or ')
    const hits = await world.query(`select from ${name} t where ${is} limit 1`)
    if (hits.rowCount) found.push(name)
  }
  return found
}

function filesWith(folder: string, marks: readonly string[], photos: readonly Buffer[]): string[] {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
  return files.filter((file) => {
    if (!statSync(file).isFile()) return false
    const bytes = file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)
    return (
      photos.some((photo) => bytes.includes(photo.subarray(300, 348))) || marks.some((mark) => bytes.includes(mark))
    )
  })
}

/** Every place but the one table, while the photos wait and after they are gone. */
async function assertNowhere(world: World, photos: readonly Buffer[], tables: readonly string[] = []) {
  const marks = marksOf(...photos)
  expect(await tablesWith(world, marks)).toEqual(tables)
  expect(filesWith(world.config.DATA_DIR, marks, photos)).toEqual([])
  expect(marks.filter((mark) => world.logged().includes(mark))).toEqual([])
}

async function backUp(world: World): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-age-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await type(world, 'backup', join(folder, 'one'))
  return join(folder, 'one')
}

test('staff look at a document, and their decision deletes every trace of it', async () => {
  const { world, mara } = await startWithPhotos(undefined, start)
  const ada = await world.dater()
  const original = await photoOf(1)
  expect(await addAgePhoto(world, ada, 'document', original)).toMatchObject({ status: 200 })
  expect(await waiting(mara)).toEqual([])
  await ada.client.sendAgePhotos({ body: { consent: true } })
  expect(await ageOf(ada)).toMatchObject({ photos: { kinds: ['document'], sentAt: expect.any(String) } })
  expect((await mara.client.getWorkQueue()).data.ageChecks).toBe(1)

  const [check] = await waiting(mara)
  expect(check).toMatchObject({ user: { _id: ada.user._id }, kinds: ['document'], asked: false })
  const stored = await storedPhoto(world, ada)
  const { photo } = (await mara.client.getAgePhoto({ params: { id: check!._id, kind: 'document' } })).data
  expect(photo).toBe(`data:image/webp;base64,${stored.toString('base64')}`)
  const { exif, width, height } = await sharp(stored).metadata()
  expect({ exif, isSmall: Math.max(width, height) <= 1600 && stored.length <= 400_000 }).toEqual({
    exif: undefined,
    isSmall: true,
  })

  // While it waits, it is in its table and nowhere else, not even in a backup.
  const photos = [original, stored]
  await assertNowhere(world, photos, ['public.age_documents'])
  const backup = await backUp(world)
  expect(readdirSync(backup).filter((name) => name.includes('age_documents'))).toEqual([])
  expect(filesWith(backup, marksOf(...photos), photos)).toEqual([])
  const restored = await startWorld()
  await type(restored, 'restore', backup)
  expect(await tablesWith(restored, marksOf(...photos))).toEqual([])

  await decide(mara, check!._id, 'accept', check!.texts.accept)
  expect(await ageOf(ada)).toMatchObject({ needed: null, photos: null, proven: { by: 'document' } })
  await assertNowhere(world, photos)
  await expect(decide(mara, check!._id, 'decline')).rejects.toMatchObject({ status: 404 })
  await expect(mara.client.getAgePhoto({ params: { id: check!._id, kind: 'document' } })).rejects.toMatchObject({
    status: 404,
  })
  await mailWith(world, ada, 'we’ve deleted your photos')
  const { entries } = (await (await world.administrator()).client.listAudit({ query: { subject: ada.user._id } })).data
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('age.'))).toEqual([
    'age.accepted',
    'age.photo-opened',
  ])
})

test('the next page comes even if the last photos of the page before have been decided', async () => {
  const { world, mara } = await startWithPhotos()
  const photo = await photoOf(1)
  const [ada, ben] = [await world.dater(), await world.dater()]
  for (const person of [ada, ben]) await sendAgePhoto(world, person, 'document', photo)
  const page = async (before?: string) =>
    (await mara.client.listAgeChecks({ query: { limit: '1', ...(before ? { before } : {}) } })).data
  const first = await page()
  expect(first.checks).toMatchObject([{ user: { _id: ada.user._id } }])
  await decide(mara, first.checks[0]!._id, 'accept')
  expect(await page(first.nextBefore!)).toMatchObject({ checks: [{ user: { _id: ben.user._id } }], nextBefore: null })
})

test('a photo that waits isn’t in the write-ahead log, where anything else is', async () => {
  const { world } = await startWithPhotos(undefined, start)
  const ada = await world.member()
  // Other tests on this cluster would have the log recycled while it is read.
  await world.query(`select pg_create_physical_replication_slot('kept_log', true)`)
  onTestFinished(async () => void (await world.query(`select pg_drop_replication_slot('kept_log')`)))
  const written = async (write: () => Promise<unknown>) => {
    const { rows: start } = await world.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as file')
    await write()
    // Tests commit without waiting for the log. This writes it.
    await world.query('select pg_switch_wal()')
    const { rows: end } = await world.query('select pg_walfile_name(pg_current_wal_insert_lsn()) as file')
    const { rows: files } =
      await world.query(`select pg_read_binary_file('pg_wal/' || name) as bytes from pg_ls_waldir()
      where name between '${start[0].file}' and '${end[0].file}'`)
    return Buffer.concat(files.map(({ bytes }: { bytes: Buffer }) => bytes))
  }
  const log = await written(async () => {
    await sendAgePhoto(world, ada, 'selfie', await photoOf(2))
    await world.query('checkpoint')
  })
  const photo = await storedPhoto(world, ada)
  // The log's pages have headers, and one may be within a part.
  const parts = [300, 700, 1100].map((start) => photo.subarray(start, start + 48))
  expect(parts.filter((part) => log.includes(part))).toEqual([])
  // The same bytes in an ordinary table would be found.
  await world.query('create table elsewhere (photo bytea)')
  const other = await written(() => world.query('insert into elsewhere select selfie from age_documents'))
  expect(parts.some((part) => other.includes(part))).toBe(true)
})

test('photos are deleted after 72 hours at the latest, and the member is asked for them again', async () => {
  const { world } = await startWithPhotos(undefined, start)
  const [ada, ben] = [await world.member(), await world.member({ firstName: 'Ben' })]
  const original = await photoOf(3)
  await sendAgePhoto(world, ada, 'document', original)
  await addAgePhoto(world, ben, 'selfie', original)
  const photos = [original, await storedPhoto(world, ada), await storedPhoto(world, ben)]
  world.turnClock(hours(71))
  await deleteOldAgePhotos(world.deps)
  expect((await world.query('select from age_documents')).rowCount).toBe(2)
  // The job runs every ten minutes.
  world.turnClock(hours(72) - hours(71) - 10 * 60_000)
  await deleteOldAgePhotos(world.deps)
  await assertNowhere(world, photos)
  await mailWith(world, ada, 'We didn’t get to your photos in time')
  // Photos that were never sent are deleted without a word.
  const { rows } = await world.query(`select from mails where account_id = '${ben.user._id}' and kind = 'age'`)
  expect(rows).toEqual([])
})

test('photos can be replaced and removed until they’re sent, and declined ones sent again', async () => {
  const { world, ines, mara } = await startWithPhotos(['selfie'])
  const ada = await world.member()
  expect(await addAgePhoto(world, ada, 'document', await photoOf(4))).toMatchObject({ body: { code: 'turned_off' } })
  expect(await addAgePhoto(world, ada, 'selfie', Buffer.from('no photo'))).toMatchObject({ status: 415 })
  await expect(ada.client.sendAgePhotos({ body: { consent: true } })).rejects.toMatchObject({ status: 409 })
  await expect(ada.client.sendAgePhotos({ body: {} as { consent: true } })).rejects.toMatchObject({ status: 400 })

  await addAgePhoto(world, ada, 'selfie', await photoOf(4))
  const first = await storedPhoto(world, ada)
  await addAgePhoto(world, ada, 'selfie', await photoOf(5))
  expect(await tablesWith(world, marksOf(first))).toEqual([])
  await ada.client.sendAgePhotos({ body: { consent: true } })
  expect(await addAgePhoto(world, ada, 'selfie', await photoOf(6))).toMatchObject({ status: 409 })
  await ada.client.removeAgePhotos()
  expect(await waiting(mara)).toEqual([])

  await sendAgePhoto(world, ada, 'selfie', await photoOf(6))
  const [check] = await waiting(mara)
  expect(await ageOf(ada)).not.toHaveProperty('declined')
  await decide(mara, check!._id, 'decline', check!.texts.decline)
  const declined = check!.texts.decline
  expect(await ageOf(ada)).toMatchObject({ needed: 'message', photos: null, proven: null, declined })
  const decided = { decision: 'decline', by: 'Mara Marlowe', at: expect.any(String) }
  const params = { id: ada.user._id }
  expect((await ines.client.getUserAge({ params })).data.age).toMatchObject({ decided })
  expect((await mailWith(world, ada, 'Please try again')).match(/Hi /g)).toEqual(['Hi '])
  await sendAgePhoto(world, ada, 'selfie', await photoOf(7))
  await decide(mara, (await waiting(mara))[0]!._id, 'accept')
  expect(await ageOf(ada)).toMatchObject({ proven: { by: 'selfie' } })
  expect(await ageOf(ada)).not.toHaveProperty('declined')
})

test('only staff with the right see photos, none decides about their own, and of two decisions one counts', async () => {
  const { world, ines, mara } = await startWithPhotos()
  const [ada, sam] = [await world.member(), await world.staff('support')]
  await sendAgePhoto(world, ada, 'document', await photoOf(8))
  const [check] = await waiting(mara)
  const params = { id: check!._id, kind: 'document' as const }
  for (const { client } of [ada, sam]) {
    await expect(client.listAgeChecks({})).rejects.toMatchObject({ status: 403 })
    await expect(client.getAgePhoto({ params })).rejects.toMatchObject({ status: 403 })
  }
  const answer = await world.request(`/api/v1/admin/age-checks/${params.id}/photos/document`, {
    headers: { authorization: `Bearer ${mara.token}` },
  })
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const both = await Promise.allSettled([decide(mara, params.id, 'accept'), decide(ines, params.id, 'decline')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

  await sendAgePhoto(world, mara, 'selfie', await photoOf(9))
  const own = (await waiting(mara))[0]!
  await expect(decide(mara, own._id, 'accept')).rejects.toMatchObject({ status: 403 })
  await decide(ines, own._id, 'accept')
  // Mara doesn't learn who decided about her.
  const seenBy = async ({ client }: Person) =>
    (await client.getUserAge({ params: { id: mara.user._id } })).data.age.decided?.by
  expect([await seenBy(mara), await seenBy(ines)]).toEqual([undefined, 'Ines Marlowe'])
})

test('the table of photos and its overflow are in no log, so no backup, standby or crash keeps them', async () => {
  const { world } = await startWithPhotos()
  const { rows } = await world.query(`select relpersistence from pg_class
    where oid in ('age_documents'::regclass, (select reltoastrelid from pg_class where oid = 'age_documents'::regclass))`)
  expect(rows).toEqual([{ relpersistence: 'u' }, { relpersistence: 'u' }])
})

test('staff compare a proof with the photos that everyone sees, and no others', async () => {
  const { world, mara } = await startWithPhotos()
  const ada = await world.dater()
  await world.picture(ada, 1, { review: 'held' })
  await sendAgePhoto(world, ada, 'selfie', await photoOf(1))
  const shown = async () => (await waiting(mara))[0]!.pictures.length
  expect(await shown()).toBe(1)
  await world.changePictures(ada, `update pictures set audience = 'matches' where account_id = '${ada.user._id}'`)
  expect(await shown()).toBe(0)
})

test('no photo is saved or sent after the proof, after someone left, or once that way is turned off', async () => {
  const { world, ines } = await startWithPhotos()
  const [ada, ben, eve] = [await world.dater(), await world.dater(), await world.dater()]
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const uploadDuring = async (person: Person, end: (work: Work<'config'>) => Promise<unknown>) => {
    const [upload] = await unitOfWork(world.deps, SYSTEM, async (work) => {
      await end(work)
      const uploading = addAgePhoto(world, person, 'selfie', await photoOf(1))
      await until(async () => (await world.query(waits)).rowCount === 1)
      return [uploading]
    })
    return upload
  }
  expect(await uploadDuring(ada, (work) => recordProof(work, ada.user._id, 'wallet'))).toMatchObject({ status: 409 })
  expect(await uploadDuring(ben, ({ tx, now }) => scheduleDeletion(tx, ben.user._id, now))).toMatchObject({
    status: 409,
  })
  expect((await world.query('select from age_documents')).rowCount).toBe(0)

  await addAgePhoto(world, eve, 'selfie', await photoOf(2))
  await askAge(world, { when: ['message'], methods: ['document'] }, ines)
  await expect(eve.client.sendAgePhotos({ body: { consent: true } })).rejects.toMatchObject({ code: 'turned_off' })
  expect(await waiting(ines)).toEqual([])
})

test('who leaves takes the photos along', async () => {
  const { world, mara } = await startWithPhotos()
  const ada = await world.member()
  await sendAgePhoto(world, ada, 'document', await photoOf(4))
  expect(await waiting(mara)).toHaveLength(1)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  expect(await waiting(mara)).toEqual([])
  expect((await world.query('select from age_documents')).rowCount).toBe(0)
})
