import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { minutes } from '../../src/infra/clock.ts'
import { voiceFile } from '../../src/infra/storage/voice-file.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import type { Person } from '../people.ts'
import { recordingOf } from '../recordings.ts'
import { relayTo } from '../relay.ts'
import { appUrlOf, cloneDatabase, startWorld, type World } from '../world.ts'

async function send(world: World, { token }: Person, id: string, clientId = randomUUID(), replyTo = '') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(recordingOf(0.5))]), 'recording.wav')
  const query = new URLSearchParams({ clientId, ...(replyTo && { replyTo }) })
  const answer = await world.request(`/api/v1/matches/${id}/voice-notes?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return answer.status
}

test('a voice note whose commit isn’t answered keeps its file, and the file of a refused one goes', async () => {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  const relay = await relayTo(appUrlOf(database.url))
  const world = await startWorld({ databaseUrl: database.url, appUrl: relay.url, eavesdrop: false })
  const { ada, id } = await world.talking()
  const isLost = relay.loseAnswer('commit\0', 'voice_notes')
  const clientId = randomUUID()
  expect(await send(world, ada, id, clientId)).toBe(503)
  expect(isLost()).toBe(true)
  expect(await send(world, ada, id, clientId)).toBe(201)
  const { rows } = (await world.query('select file_id from voice_notes')) as { rows: { file_id: string }[] }
  expect(rows).toHaveLength(1)

  expect(await send(world, ada, id, randomUUID(), randomUUID())).toBe(404)
  const { rows: left } = (await world.query('select public_id from dropped_files')) as { rows: { public_id: string }[] }
  expect(left).toHaveLength(1)
  const isThere = async (file: string | undefined) => (await world.deps.storage.get(voiceFile(file!))) !== null
  const both = async () => [await isThere(rows[0]?.file_id), await isThere(left[0]?.public_id)]
  // It may still get its row.
  await sweepDroppedFiles(world.deps)
  expect(await both()).toEqual([true, true])
  world.turnClock(minutes(11))
  await sweepDroppedFiles(world.deps)
  expect(await both()).toEqual([true, false])
})
