import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../world.ts'

test('an operator adds known fakes from a file: all or none, and once', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const file = join(mkdtempSync(join(tmpdir(), 'kindred-fakes-')), 'fakes.txt')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.config.DATA_DIR }
  const add = async () =>
    (await promisify(execFile)(process.execPath, ['server/src/admin.ts', 'add-known-fakes', file], { env })).stdout
  writeFileSync(file, '00ff00ff00ff00ff A doctor from a catalog\nnot a fingerprint\n')
  await expect(add()).rejects.toMatchObject({ stderr: expect.stringMatching(/Nothing was added\.\nLine 2 /) })
  writeFileSync(file, '00ff00ff00ff00ff A doctor from a catalog\nffff0000ffff0000\n')
  expect(await add()).toContain('Added 2 fingerprints. 0 were on the list already.')
  expect(await add()).toContain('Added 0 fingerprints. 2 were on the list already.')
  const { listed } = (await ines.client.listWatchlistPhotos()).data
  expect(Object.fromEntries(listed.map(({ fingerprint, note, addedBy }) => [fingerprint, [note, addedBy]]))).toEqual({
    '00ff00ff00ff00ff': ['A doctor from a catalog', ''],
    ffff0000ffff0000: ['fakes.txt', ''],
  })
  const { entries } = (await ines.client.listAudit({ query: { action: 'listed-pictures.added' } })).data
  expect(entries).toMatchObject([{ reason: 'fakes.txt', details: { added: 2 } }])
})
