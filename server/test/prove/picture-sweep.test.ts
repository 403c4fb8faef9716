import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sweepPictures } from '../../src/features/moderation/index.ts'
import { findOthers } from '../../src/features/moderation/picture-sweep/queries.ts'
import { decide, inputOf } from '../deciding.ts'
import type { Person } from '../people.ts'
import { copyOf, photoOf, showPictures, uploadTo } from '../pictures.ts'
import { startWorld } from '../world.ts'

const queue = async ({ client }: Person) =>
  (await client.listDuplicatePhotos({ query: { open: 'true' } })).data.pictures
const who = ({ user: { _id } }: Person) => expect.objectContaining({ user: expect.objectContaining({ _id }) })

test('the duplicate photo at another account reaches staff once, and what they decide stays', async () => {
  const world = await startWorld()
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const flat = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#567' } })
    .jpeg()
    .toBuffer()
  // Copies within one account, flat pictures, different pictures, and unused pictures don't count.
  await showPictures(world, ada, await photoOf(1), await photoOf(1), flat, await photoOf(2))
  await showPictures(world, eve, flat, await photoOf(3))
  const unused = await uploadTo(world, eve, await copyOf(1))
  await sweepPictures(world.deps)
  expect(await queue(ines)).toEqual([])
  await eve.client.uploadPictures({ body: { imagesData: [{ publicId: unused }] } })
  await Promise.all([sweepPictures(world.deps), sweepPictures(world.deps)])
  const [found, ...more] = await queue(ines)
  expect([found, more]).toEqual([
    expect.objectContaining({ why: 'several_accounts', later: who(eve), earlier: who(ada), listed: null, version: 1 }),
    [],
  ])
  expect((await ines.client.getWorkQueue()).data).toMatchObject({ samePictures: 1 })
  for (const { pictureUrl } of [found!.later, found!.earlier!])
    expect((await world.request(pictureUrl!.replace('/large', '/small'))).status).toBe(200)
  const params = { id: found!._id }
  const both = await Promise.allSettled(
    (['dismissed', 'fake'] as const).map((outcome) =>
      ines.client.decideDuplicatePhoto({ params, body: { outcome }, ifMatch: 1 }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await ines.client.decideDuplicatePhoto({ params, body: { outcome: 'dismissed', note: 'Twins.' }, ifMatch: 2 })
  await showPictures(world, eve, await copyOf(1))
  await sweepPictures(world.deps)
  expect(await queue(ines)).toEqual([])
  // Another picture of the same two people opens another case.
  await showPictures(world, eve, await copyOf(2))
  await sweepPictures(world.deps)
  expect(await queue(ines)).toMatchObject([{ state: 'open' }])
  const { rows } = await world.query(`select state from accounts where id in ('${ada.user._id}', '${eve.user._id}')`)
  expect(rows).toEqual([{ state: 'active' }, { state: 'active' }])
  await expect(ada.client.listDuplicatePhotos()).rejects.toMatchObject({ status: 403 })
})

test('pictures of banned people and watchlist photos are found', async () => {
  const world = await startWorld()
  const [bad, eve, fay, ines] = [
    await world.dater({ firstName: 'Bad' }),
    await world.dater({ firstName: 'Eve' }),
    await world.dater({ firstName: 'Fay' }),
    await world.administrator(),
  ]
  await showPictures(world, bad, await photoOf(4))
  await world.query(`update accounts set state = 'banned' where id = '${bad.user._id}'`)
  await sweepPictures(world.deps)
  await showPictures(world, eve, await copyOf(4))
  await sweepPictures(world.deps)
  const [found] = await queue(ines)
  expect(found).toMatchObject({ why: 'banned_account', later: who(eve), earlier: who(bad) })
  const body = { outcome: 'fake', note: 'A model.', remember: true } as const
  await ines.client.decideDuplicatePhoto({ params: { id: found!._id }, body, ifMatch: found!.version })
  const [first] = (await ines.client.listWatchlistPhotos()).data.listed
  expect(first).toMatchObject({ note: 'A model.', addedBy: 'Ines Marlowe' })
  // Undoing the decision takes the photo off the list again.
  const decide = (outcome: 'open' | 'fake', after: number) =>
    ines.client.decideDuplicatePhoto({
      params: { id: found!._id },
      body: outcome === 'open' ? { outcome } : body,
      ifMatch: found!.version + after,
    })
  await decide('open', 1)
  expect((await ines.client.listWatchlistPhotos()).data.listed).toEqual([])
  await expect(decide('open', 2)).rejects.toMatchObject({ status: 409 })
  await decide('fake', 2)
  const [entry] = (await ines.client.listWatchlistPhotos()).data.listed
  await showPictures(world, fay, await copyOf(5))
  const { rows } = await world.query(
    `select fingerprint::text as fingerprint from pictures
      where account_id = '${fay.user._id}' and fingerprint is not null`,
  )
  const stock = BigInt(`0b${(rows[0] as { fingerprint: string }).fingerprint}`)
    .toString(16)
    .padStart(16, '0')
  const added = await ines.client.addWatchlistPhotos({
    body: { fingerprints: [stock, stock, entry!.fingerprint], note: 'Stock' },
  })
  expect(added.data).toEqual({ added: 1 })
  await sweepPictures(world.deps)
  expect((await queue(ines)).filter(({ why }) => why === 'listed')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ later: who(fay), listed: expect.objectContaining({ note: 'Stock' }) }),
    ]),
  )
  for (const { _id: id } of (await ines.client.listWatchlistPhotos()).data.listed)
    await ines.client.removeWatchlistPhoto({ params: { id } })
  expect(await queue(ines)).toEqual([])
  const audited = (await ines.client.listAudit({ query: { subject: eve.user._id } })).data.entries
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['same-picture.fake', 'same-picture.found']),
  )
})

test('the next page of the watchlist comes even if the last photo of the page before has been removed', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const fingerprints = ['1', '2', '3'].map((digit) => digit.repeat(16))
  await ines.client.addWatchlistPhotos({ body: { fingerprints, note: 'Stock' } })
  const page = async (before?: string) =>
    (await ines.client.listWatchlistPhotos({ query: { limit: '2', ...(before ? { before } : {}) } })).data
  const first = await page()
  await ines.client.removeWatchlistPhoto({ params: { id: first.listed[1]!._id } })
  const rest = await page(first.nextBefore!)
  const all = [...first.listed, ...rest.listed].map(({ fingerprint }) => fingerprint)
  expect([all.toSorted(), rest.nextBefore]).toEqual([fingerprints, null])
})

test('copies of an intimate picture that staff removed are found, as long as one of the decisions applies', async () => {
  const world = await startWorld()
  const [bad, eve, fay] = [await world.dater(), await world.dater(), await world.dater()]
  const [gil, ines] = [await world.dater(), await world.administrator()]
  const [first] = await showPictures(world, bad, await photoOf(6))
  const [second] = await showPictures(world, eve, await photoOf(6))
  const [other] = await showPictures(world, fay, await photoOf(7))
  const hide = (who: Person, picture: string, category: 'intimate_image' | 'spam' = 'intimate_image') =>
    decide(ines, who, { kind: 'hide', category, hide: { pictures: [picture] } })
  const removed = await hide(bad, first!)
  await hide(fay, other!, 'spam')
  await sweepPictures(world.deps)
  const found = async () => (await queue(ines)).filter(({ why }) => why === 'listed')
  const asRemoved = (person: Person) =>
    expect.objectContaining({ later: who(person), listed: expect.objectContaining({ kind: 'removed' }) })
  // Eve's copy existed before the removal. The removed picture itself isn't in the queue.
  expect(await found()).toEqual([asRemoved(eve)])
  const again = await hide(eve, second!)
  for (const [person, picture] of [
    [bad, first!],
    [eve, second!],
  ] as const)
    await person.client.deletePicture({ params: { publicId: picture } })
  await showPictures(world, gil, await copyOf(6), await copyOf(7))
  await sweepPictures(world.deps)
  const copies = await found()
  expect(copies).toHaveLength(2)
  expect(copies).toEqual(expect.arrayContaining([asRemoved(gil), asRemoved(eve)]))
  const lift = (id: string) => ines.client.liftDecision({ params: { id }, body: { reason: 'It shows a statue.' } })
  const kinds = async () => (await ines.client.listWatchlistPhotos()).data.listed.map(({ kind }) => kind)
  await lift(removed._id)
  expect(await kinds()).toEqual(['removed'])
  await lift(again._id)
  expect([await kinds(), await found()]).toEqual([[], []])
})

test('a picture that staff removed comes back as no other file of its owner, as long as the decision applies', async () => {
  const world = await startWorld()
  const [bad, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const kept = await uploadTo(world, bad, await copyOf(10))
  const [removed, main] = await showPictures(world, bad, await photoOf(10), await photoOf(11))
  const decision = await decide(ines, bad, { kind: 'hide', hide: { pictures: [removed!] } })
  const message = 'Our team removed this photo from your profile. Please choose another one.'
  const refused = { status: 400, message }
  const again = await uploadTo(world, bad, await photoOf(10))
  const add = (...ids: string[]) =>
    bad.client.uploadPictures({ body: { imagesData: ids.map((publicId) => ({ publicId })) } })
  const other = await uploadTo(world, bad, await photoOf(12))
  await expect(add(other, again)).rejects.toMatchObject(refused)
  await expect(add(kept)).rejects.toMatchObject(refused)
  await expect(bad.client.uploadProfilePicture({ body: { imageData: { publicId: again } } })).rejects.toMatchObject(
    refused,
  )
  // The owner can't add a copy even after deleting the removed picture, but other accounts can.
  await bad.client.deletePicture({ params: { publicId: removed! } })
  await expect(add(again)).rejects.toMatchObject(refused)
  await showPictures(world, eve, await copyOf(10))
  const seen = async () => {
    const { pictures } = (await eve.client.getPerson({ params: { id: bad.user._id } })).data.user
    return pictures.map(({ publicId }) => publicId).filter((id) => [main, removed, again, kept, other].includes(id))
  }
  expect(await seen()).toEqual([main])
  await ines.client.liftDecision({ params: { id: decision._id }, body: { reason: 'It shows a statue.' } })
  await add(again)
  expect(await seen()).toEqual([main, again])
})

test('a picture of a message that staff removed is looked for, too', async () => {
  const world = await startWorld()
  const [bad, eve, ines] = [await world.dater(), await world.dater(), await world.administrator()]
  const id = await world.matched(bad, eve)
  const publicId = await uploadTo(world, bad, await photoOf(8))
  const body = { clientId: 'picture-8', publicId }
  const { message } = (await bad.client.sendMessage({ params: { id }, body })).data
  const { _id: decision } = await decide(ines, bad, { kind: 'hide', category: 'minor', hide: { message: message._id } })
  await showPictures(world, eve, await copyOf(8))
  await sweepPictures(world.deps)
  expect(await queue(ines)).toMatchObject([{ why: 'listed', listed: { kind: 'removed' } }])
  await ines.client.undoDecision({ params: { id: decision } })
  expect((await ines.client.listWatchlistPhotos()).data.listed).toEqual([])
})

test('with a removed photo, staff put every copy of it at other accounts in the queue at once', async () => {
  const world = await startWorld()
  const [bad, eve, fay] = [await world.dater(), await world.dater(), await world.dater()]
  const ines = await world.administrator()
  const pictures = await showPictures(world, bad, await photoOf(9), await photoOf(10))
  await showPictures(world, eve, await copyOf(9))
  await showPictures(world, fay, await copyOf(9), await copyOf(10))
  const [nine, ten] = pictures as [string, string]
  const hide = (input: object) => decide(ines, bad, { kind: 'hide', category: 'spam', hide: input })
  const needed = { status: 400, details: { errors: [{ path: 'hide' }] } }
  await expect(hide({ bio: true, findCopies: true })).rejects.toMatchObject(needed)
  await hide({ pictures: [ten] })
  expect(await queue(ines)).toEqual([])
  const body = inputOf({ kind: 'hide', hide: { pictures: [nine], findCopies: true } })
  const { effects } = (await ines.client.previewDecision({ params: { id: bad.user._id }, body })).data
  expect(effects).toContain('Other accounts with these photos are queued under Duplicate photos.')
  await hide({ pictures: [nine], findCopies: true })
  const found = await queue(ines)
  expect(found.map(({ why }) => why)).toEqual(['several_accounts', 'several_accounts'])
  for (const copy of [eve, fay])
    expect(found).toContainEqual(expect.objectContaining({ later: who(copy), earlier: who(bad) }))
  await sweepPictures(world.deps)
  const subject = bad.user._id
  const aboutBad = (await queue(ines)).filter((each) => JSON.stringify(each).includes(subject))
  expect(aboutBad).toHaveLength(2)
})

test('a near picture is found by index', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  await world.query(`
    set session_replication_role = replica;
    insert into pictures (public_id, account_id, name, size, mime_type, width, height, placeholder, position, created_at, fingerprint)
      select 'p' || n, '${ada.user._id}', 'p', 1, 'image/webp', 8, 10, '', n, now(), ('x' || md5(n::text))::bit(64)
      from generate_series(1, 20000) n;
    set session_replication_role = origin;
    analyze pictures`)
  const { rows } = await world.query(
    `select (('x' || md5('777'))::bit(64) # (b'1010001000000001000000010'::bit(64)))::text as fingerprint`,
  )
  const { fingerprint } = rows[0] as { fingerprint: string }
  const picture = { public_id: 'new', account_id: eve.user._id, fingerprint }
  const [others, read] = await world.deps.db.transaction().execute(async (tx) => [
    await findOthers(tx, picture, 3),
    await sql<{ rows: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
      where relname = 'pictures'`.execute(tx),
  ])
  expect(others).toMatchObject([{ public_id: 'p777', distance: 5 }])
  expect(read.rows[0]!.rows).toBeLessThan(500)
})
