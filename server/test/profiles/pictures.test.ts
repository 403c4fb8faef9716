import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Person } from '../people.ts'
import { proof } from '../proofs.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(startWorld)

const photo = (width = 900, height = 1200, colour = '#c0563a') =>
  sharp({ create: { width, height, channels: 3, background: colour } })

const send = async (world: World, token: string, bytes: Uint8Array, name = 'me.jpg', field = 'file') => {
  const form = new FormData()
  form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const answer = await world.request('/api/v1/media', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as { publicId: string; url: string; message: string } }
}
const uploaded = async (world: World, { token }: Person, colour?: string) =>
  (await send(world, token, await photo(900, 1200, colour).jpeg().toBuffer())).body

test('an uploaded picture becomes the profile picture, visible to its owner and others', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const { publicId } = await uploaded(world, ada)
  const { data } = await ada.client.uploadProfilePicture({ body: { imageData: { url: 'x', publicId } as never } })
  const mine = await world.request(data.profilePicture)
  expect([mine.status, mine.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { user } = (await ben.client.getPerson({ params: { id: ada.user._id } })).data
  expect(user.profilePicture).toContain(publicId)
  expect(user.profilePicture).not.toBe(data.profilePicture)
  const theirs = await world.request(user.profilePicture!)
  expect((await sharp(Buffer.from(await theirs.arrayBuffer())).metadata()).width).toBe(900)
  for (const size of ['medium', 'small', 'tiny'])
    expect((await world.request(user.profilePicture!.replace('large', size))).status).toBe(200)
})

test('a picture address works for one session, for a few hours, and while access is allowed', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const { publicId } = await uploaded(world, ada)
  await ada.client.uploadProfilePicture({ body: { imageData: { publicId } } })
  const { client } = await world.signedInAgain(ben)
  const see = async (by = client) => (await by.getPerson({ params: { id: ada.user._id } })).data.user.profilePicture!
  const address = await see()
  expect(await see()).toBe(address)
  const elsewhere = await see(ben.client)
  expect(elsewhere).not.toBe(address)
  expect(address).not.toContain(ben.user._id)
  // The URL contains no session id.
  const { rows } = await world.query(`select id from sessions where account_id = '${ben.user._id}'`)
  const named = (address + Buffer.from(/v=([^&]+)/.exec(address)![1]!, 'base64url').toString('hex')).replaceAll('-', '')
  for (const { id } of rows) expect(named).not.toContain(id.replaceAll('-', ''))
  const status = async (url = address) => (await world.request(url)).status
  expect(await status()).toBe(200)
  const session = /v=([^&]+)/.exec(elsewhere)![1]!
  expect(await status(address.replace(/v=[^&]+/, `v=${session}`))).toBe(404)
  expect(await status(address.replace(/s=.*/, 's=AAAA'))).toBe(404)
  expect(await status(address.replace(/e=\d+/, 'e=99999999999999'))).toBe(404)
  expect(await status(address.split('?')[0])).toBe(404)
  expect((await world.request(address)).headers.get('cache-control')).toBe('private, max-age=600')
  await ada.client.block({ body: { userId: ben.user._id } })
  expect(await status()).toBe(404)
  await ada.client.unblock({ params: { userId: ben.user._id } })
  for (const incognito of [true, false]) {
    await ada.client.setPrivacy({ body: { incognito } })
    expect(await status()).toBe(incognito ? 404 : 200)
  }
  for (const [person, state] of [
    [ada, 'banned'],
    [ada, 'deleting'],
    [ben, 'deactivated'],
  ] as const) {
    await world.query(`update accounts set state = '${state}' where id = '${person.user._id}'`)
    expect([state, await status()]).toEqual([state, 404])
    await world.setState(person, 'active')
  }
  expect(await status()).toBe(200)
  await client.logout({})
  expect([await status(), await status(elsewhere)]).toEqual([404, 200])
  world.turnClock(13 * 3_600_000)
  expect(await status(elsewhere)).toBe(404)
})

test('pictures can be added up to nine, reordered, described, and deleted everywhere', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const files = await Promise.all(Array.from({ length: 10 }, () => uploaded(world, ada)))
  const { uploadedImages } = (await ada.client.uploadPictures({ body: { imagesData: files.slice(0, 2) as never } }))
    .data
  expect(uploadedImages.map(({ publicId }) => publicId)).toEqual(files.slice(0, 2).map(({ publicId }) => publicId))
  await ada.client.uploadPictures({ body: { imagesData: files.slice(2, 9) } })
  await expect(ada.client.uploadPictures({ body: { imagesData: files.slice(9) } })).rejects.toMatchObject({
    status: 409,
  })
  const own = async () => (await ada.client.getProfile()).userData.user
  expect((await own()).more_pictures).toHaveLength(9)
  const order = (await own()).pictures.map(({ publicId }) => publicId).toReversed()
  const { pictures } = (await ada.client.arrangePictures({ body: { order } })).data
  expect(pictures.map(({ publicId }) => publicId)).toEqual(order)
  expect((await own()).profilePicture).toContain(order[0])
  await expect(ada.client.arrangePictures({ body: { order: order.slice(1) } })).rejects.toMatchObject({ status: 409 })
  await ada.client.describePicture({ params: { publicId: order[1]! }, body: { alt: 'On the pier, laughing' } })
  expect((await own()).pictures[1]!.alt).toBe('On the pier, laughing')
  const address = (await own()).pictures[1]!.url
  await ada.client.deletePicture({ params: { publicId: order[1]! } })
  expect((await world.request(address)).status).toBe(404)
  expect((await own()).pictures).toHaveLength(9)
  await ada.client.deleteProfilePicture()
  expect(await own()).toMatchObject({ profilePicture: null })
  await expect(ada.client.deleteProfilePicture()).rejects.toMatchObject({ status: 404 })
})

test("a member can't attach or delete someone else's upload", async () => {
  const world = await anyWorld()
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  const { publicId } = await uploaded(world, ada)
  for (const act of [
    () => eve.client.uploadProfilePicture({ body: { imageData: { publicId } } }),
    () => eve.client.uploadPictures({ body: { imagesData: [{ publicId }] } }),
    () => eve.client.deletePicture({ params: { publicId } }),
    () => eve.client.describePicture({ params: { publicId }, body: { alt: 'mine' } }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404 })
})

test('invalid and hostile files are refused, and accepted pictures lose their metadata', async () => {
  const world = await anyWorld()
  const { token } = await world.member()
  const exif = { IFD0: { Copyright: 'GPSCANARY' }, IFD3: { GPSLatitude: '38/1 43/1 0/1', GPSLatitudeRef: 'N' } }
  const located = await photo().withExif(exif).jpeg().toBuffer()
  const jpeg = await photo().jpeg().toBuffer()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>alert(1)</script></svg>',
  )
  const wide = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const refused: [string, Uint8Array, number][] = [
    ['empty', Buffer.alloc(0), 400],
    ['text', Buffer.from('just words, at some length, to be sure'), 415],
    ['an SVG', svg, 415],
    ['a GIF', await photo().gif().toBuffer(), 415],
    ['a TIFF', await photo().tiff().toBuffer(), 415],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>'), 415],
    ['a page disguised as a picture', Buffer.from('<html><script>alert(1)</script></html>'), 415],
    ['a truncated one', jpeg.subarray(0, Math.floor(jpeg.length / 2)), 400],
    ['a header without data', jpeg.subarray(0, 200), 400],
    ['45 million pixels', wide, 400],
    ['a tiny one', await photo(20, 20).png().toBuffer(), 400],
    ['16 MB', Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)]), 413],
  ]
  for (const [what, bytes, status] of refused)
    expect([what, (await send(world, token, bytes)).status]).toEqual([what, status])
  expect((await send(world, token, jpeg, 'x.jpg', 'other')).status).toBe(400)
  const polyglot = Buffer.concat([located, Buffer.from('<script>CANARY</script>PK\u0003\u0004')])
  const { status, body } = await send(world, token, polyglot, '../../etc/pa\u0000sswd.jpg')
  expect([status, (body as unknown as { name: string }).name]).toEqual([201, 'passwd.jpg'])
  const stored = Buffer.from(await (await world.request(body.url)).arrayBuffer())
  expect(stored.toString('latin1')).not.toMatch(/CANARY|GPS|Exif|PK/)
  expect((await sharp(stored).metadata()).exif).toBeUndefined()
  proof(`${refused.length} hostile uploads refused; a polyglot with a location lost it`)
})

test('an unattached upload is deleted after a day', async () => {
  const world = await anyWorld()
  const ada = await world.dater()
  const { publicId } = await uploaded(world, ada)
  const { deleteUnattachedPictures } = await import('../../src/features/profiles/pictures/jobs.ts')
  await deleteUnattachedPictures(world.deps)
  expect(await world.deps.storage.get(`${publicId}/small.webp`)).not.toBeNull()
  world.turnClock(25 * 3_600_000)
  await deleteUnattachedPictures(world.deps)
  expect(await world.deps.storage.get(`${publicId}/small.webp`)).toBeNull()
})

test("with picture review on, a new account's pictures are held: pending for their owner, hidden from others", async () => {
  const world = await startWorld({ env: { PICTURE_REVIEW: 'new-accounts' } })
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const { publicId } = await uploaded(world, ada)
  await ada.client.uploadPictures({ body: { imagesData: [{ publicId }] } })
  const own = (await ada.client.getProfile()).userData.user
  expect(own.more_pictures).toMatchObject([{ review: 'held' }])
  expect((await world.request(own.more_pictures[0]!.url)).status).toBe(200)
  expect((await ben.client.getPerson({ params: { id: ada.user._id } })).data.user.more_pictures).toEqual([])
})
