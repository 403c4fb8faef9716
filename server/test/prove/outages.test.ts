import { readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mediaFolder } from '../../src/config.ts'
import { tryToUpload } from '../pictures.ts'
import { startWorld } from '../world.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []))

test('a full disk is reported as such, and leaves no partial picture', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  const folder = mediaFolder(world.config)
  const send = () => tryToUpload(world, token)
  const { storage } = world.deps
  const put = storage.put.bind(storage)
  let puts = 0
  // The second of a picture's files doesn't fit.
  storage.put = (key, bytes) =>
    ++puts === 2
      ? Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
      : put(key, bytes)
  mkdirSync(folder, { recursive: true })
  const full = await send()
  expect([full.status, Number(full.retryAfter) > 0]).toEqual([503, true])
  expect(full.body).toMatch(/can’t save photos/)
  expect(filesIn(folder)).toEqual([])
  expect((await world.query('select 1 from pictures where position is null')).rowCount).toBe(0)
  storage.put = put
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  expect((await send()).status).toBe(503)
  rmSync(folder)
  expect((await send()).status).toBe(201)
})

test('a picture that the database refuses leaves no file', async () => {
  const world = await startWorld()
  const { token } = await world.dater()
  await world.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
  await world.query('create trigger refuse before insert on pictures for each row execute function refuse()')
  expect((await tryToUpload(world, token)).status).toBe(500)
  expect(filesIn(mediaFolder(world.config))).toEqual([])
})
