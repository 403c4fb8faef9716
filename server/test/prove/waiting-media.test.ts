import type { Message } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SECRET } from '../processes.ts'
import { openLocalBucket } from '../local-bucket.ts'
import { photoOf, tryToUpload } from '../pictures.ts'
import { recordingOf } from '../recordings.ts'
import { shared, startWorld, type World } from '../world.ts'
import { deleteUnattachedPictures, sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { verifyEvidence } from '../../src/features/moderation/evidence/read-evidence.ts'
import { eraseDue } from '../../src/features/leaving/index.ts'
import { takeWaiting } from '../../src/infra/storage/waiting.sql.ts'
import { withWaiting } from '../../src/infra/storage/waiting.ts'
import { days, minutes } from '../../src/infra/clock.ts'

// Media that members send while the bucket fails wait in the database, and a job moves them into the bucket.

/** Servers that share a database and a bucket. After a failure, each of them avoids the bucket for a while. */
const anyServers = shared(async () => {
  const bucket = await openLocalBucket()
  const env = { ...bucket.env, TOKEN_SECRET: SECRET }
  // The eavesdropper is off, because it couldn't attribute an erased member's data at the end.
  const here = await startWorld({ env, eavesdrop: false })
  const there = await startWorld({ env, databaseUrl: here.databaseUrl, eavesdrop: false })
  const elsewhere = await startWorld({ env, databaseUrl: here.databaseUrl, eavesdrop: false })
  return { bucket, here, there, elsewhere }
})

const upload = async (world: World, token: string) => {
  const { status, body } = await tryToUpload(world, token)
  return { status, ...(JSON.parse(body) as { publicId: string; url: string }) }
}

const waitingOf = async (world: World, publicId: string) =>
  (await world.query(`select key, size, bytes is null as gone from media_waiting where key like '${publicId}/%'`)).rows

const keysIn = ({ files }: { files: Map<string, Buffer> }, publicId: string) =>
  [...files.keys()].filter((key) => key.includes(publicId))

/** Runs the job on both servers at once, after the pause between attempts. */
async function moveAll({ here, there }: { here: World; there: World }) {
  for (const world of [here, there]) world.turnClock(minutes(3))
  await Promise.all([here, there].map((world) => world.deps.storage.moveWaiting()))
}

test.for([
  ['answering 500', 'here'],
  ['resetting', 'there'],
  ['hanging', 'elsewhere'],
] as const)(
  'while the bucket is %s, an upload succeeds, every server shows it, and the bucket gets it later, once',
  async ([fault, at]) => {
    const servers = await anyServers()
    const { bucket, here, there } = servers
    const { token } = await here.dater()
    // The process that draws pictures starts with the first picture, which must not count.
    await servers[at].deps.images.draw(await photoOf(1))
    bucket.fail(fault)
    const { status, publicId, url } = await upload(servers[at], token)
    expect(status).toBe(201)
    expect(bucket.asked).toContain(`PUT /pictures/${publicId}/large.webp`)
    expect(await waitingOf(here, publicId)).toHaveLength(4)
    const shown: Buffer[] = []
    for (const world of [here, there]) {
      const answer = await world.request(url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
      shown.push(Buffer.from(await answer.arrayBuffer()))
    }
    if (fault === 'answering 500') await moveAll(servers)
    expect(keysIn(bucket, publicId)).toEqual([])

    bucket.fail('none')
    bucket.asked.length = 0
    await moveAll(servers)
    expect(await waitingOf(here, publicId)).toEqual([])
    expect(keysIn(bucket, publicId)).toHaveLength(4)
    expect(bucket.asked.filter((each) => each.startsWith('PUT') && each.includes(publicId))).toHaveLength(4)
    const moved = await there.request(url)
    expect([shown[0]!.equals(shown[1]!), Buffer.from(await moved.arrayBuffer())]).toEqual([true, shown[0]])
  },
)

test('a picture that is deleted while it waits never gets into the bucket', async () => {
  const servers = await anyServers()
  const { bucket, here } = servers
  const { token, client } = await here.dater()
  bucket.fail('answering 500')
  const { publicId, url } = await upload(here, token)
  await client.deletePicture({ params: { publicId } })
  expect((await here.request(url)).status).toBe(404)
  const rest = { size: 0, gone: true }
  expect(await waitingOf(here, publicId)).toEqual(Array.from({ length: 4 }, () => expect.objectContaining(rest)))
  bucket.fail('none')
  bucket.asked.length = 0
  await moveAll(servers)
  expect(await waitingOf(here, publicId)).toEqual([])
  expect(bucket.asked.filter((each) => each.startsWith('PUT') && each.includes(publicId))).toEqual([])
  expect(keysIn(bucket, publicId)).toEqual([])
})

test('a picture that is deleted on its way to the bucket is removed from there', async () => {
  const servers = await anyServers()
  const { bucket, here } = servers
  const { token, client } = await here.dater()
  await sweepDroppedFiles(here.deps)
  bucket.fail('answering 500')
  const { publicId } = await upload(here, token)
  bucket.fail('held')
  bucket.asked.length = 0
  const moving = moveAll(servers)
  await expect
    .poll(() => bucket.asked.filter((each) => each.startsWith('PUT') && each.includes(publicId)).length)
    .toBe(4)
  await client.deletePicture({ params: { publicId } })
  bucket.fail('none')
  await moving
  expect(keysIn(bucket, publicId)).toHaveLength(4)
  await moveAll(servers)
  expect([await waitingOf(here, publicId), keysIn(bucket, publicId)]).toEqual([[], []])
})

test('recordings and copies for evidence wait, too, and are heard, checked and moved', async () => {
  const servers = await anyServers()
  const { bucket, here, there } = servers
  const { ada, ben, id } = await here.talking()
  bucket.fail('answering 500')
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(recordingOf(0.5))]), 'recording.wav')
  const authorization = `Bearer ${ben.token}`
  const path = `/api/v1/matches/${id}/voice-notes?clientId=${randomUUID()}`
  const sent = await here.request(path, { method: 'POST', headers: { authorization }, body: form })
  expect(sent.status).toBe(201)
  const { data } = (await sent.json()) as { data: { message: Message } }
  const listen = () =>
    there.request(`/api/v1/matches/${id}/messages/${data.message._id}/voice`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
  const heard = await listen()
  expect(heard.status).toBe(200)
  await ada.client.createReport({
    body: { problem_type: 'Harassment', description: 'He shouts at me.', userId: ben.user._id },
  })
  const copies = async () => (await verifyEvidence(there.deps)).copies
  expect(await copies()).toBe(1)

  bucket.fail('none')
  await moveAll(servers)
  expect((await here.query('select from media_waiting')).rowCount).toBe(0)
  expect(await copies()).toBe(1)
  expect((await listen()).status).toBe(200)
})

test('a server that dies while it moves a picture leaves it to the others', async () => {
  const servers = await anyServers()
  const { bucket, here, there } = servers
  const { token } = await here.dater()
  bucket.fail('resetting')
  const { publicId } = await upload(here, token)
  bucket.fail('none')
  expect(await takeWaiting(here.deps.db, new Date(here.deps.clock.now().getTime() + 1000), 100)).toHaveLength(4)
  await there.deps.storage.moveWaiting()
  expect(keysIn(bucket, publicId)).toEqual([])
  await moveAll(servers)
  expect([await waitingOf(here, publicId), keysIn(bucket, publicId).length]).toEqual([[], 4])
})

test('what waits without a picture that names it is removed by the job that removes unattached uploads', async () => {
  const servers = await anyServers()
  const { bucket, here } = servers
  const { token, user } = await here.dater()
  bucket.fail('answering 500')
  const { publicId } = await upload(here, token)
  const orphan = 'ab'.repeat(16)
  await here.query(`insert into media_waiting (key, owner_id, bytes, size, since, due_at)
    select key, '${user._id}', 'never shown', 11, now() - interval '2 hours', now()
    from unnest('{${orphan}/large.webp,${orphan}/voice.ogg}'::text[]) key`)
  await here.query(`update media_waiting set since = since - interval '2 hours' where key like '${publicId}/%'`)
  bucket.fail('none')
  await deleteUnattachedPictures(here.deps)
  const goneOf = async (id: string) => (await waitingOf(here, id)).map(({ gone }: { gone: boolean }) => gone)
  expect([await goneOf(orphan), await goneOf(publicId)]).toEqual([
    [true, true],
    [false, false, false, false],
  ])
  await moveAll(servers)
  expect([keysIn(bucket, orphan), keysIn(bucket, publicId).length]).toEqual([[], 4])
})

test('what waits is limited for each member and in all; beyond it, an upload asks to retry', async () => {
  const { bucket, here } = await anyServers()
  const [ada, ben] = [await here.dater(), await here.dater({ firstName: 'Ben' })]
  bucket.fail('answering 500')
  const waits = (key: string, owner: string, size: number) =>
    here.query(`insert into media_waiting (key, owner_id, bytes, size, since, due_at)
      values ('${key}', '${owner}', '', ${size}, now(), now())`)
  await waits('cd/one', ada.user._id, 32 * 1024 ** 2 - 100)
  const refused = await tryToUpload(here, ada.token)
  expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([503, true])
  expect((await tryToUpload(here, ben.token)).status).toBe(201)
  await waits('cd/all', ada.user._id, 480 * 1024 ** 2)
  expect((await tryToUpload(here, ben.token)).status).toBe(503)
  await here.query(`delete from media_waiting where key like 'cd/%'`)
  expect((await tryToUpload(here, ada.token)).status).toBe(201)
})

test('for a file that the bucket has, the database is not asked', async () => {
  const { deps } = (await anyServers()).here
  const photo = await photoOf(1)
  const db = new Proxy(deps.db, {
    get: () => {
      throw new Error('The database was asked.')
    },
  })
  const get = (stored: Buffer | null) =>
    withWaiting(
      { ...deps, db, store: { put: async () => {}, remove: async () => {}, get: async () => stored } },
      true,
    ).get('ab/large.webp')
  expect(await get(photo)).toEqual(photo)
  await expect(get(null)).rejects.toThrow('The database was asked.')
})

test('what waits is erased with its owner, and removed from the bucket if it got there', async () => {
  const servers = await anyServers()
  const { bucket, here } = servers
  const { token, client, password } = await here.dater()
  bucket.fail('resetting')
  const { publicId } = await upload(here, token)
  await client.deleteAccount({ body: { password } })
  for (const world of [here, servers.there]) world.turnClock(days(31))
  await eraseDue(here.deps)
  expect((await waitingOf(here, publicId)).map(({ gone }: { gone: boolean }) => gone)).toEqual(Array(4).fill(true))
  bucket.fail('none')
  await moveAll(servers)
  expect([await waitingOf(here, publicId), keysIn(bucket, publicId)]).toEqual([[], []])
})
