import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataDir } from './data-dir.ts'
import { acquireLock } from './embedded/lock.ts'

const inFolder = async (work: (folder: string) => unknown) => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('DATA_DIR is created with its parents, and an error names a file in its place', () =>
  inFolder((folder) => {
    makeDataDir(join(folder, 'a', 'b'))
    makeDataDir(join(folder, 'a', 'b'))
    expect(statSync(join(folder, 'a', 'b')).isDirectory()).toBe(true)
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeDataDir(join(folder, 'file'))).toThrow(/DATA_DIR can’t be .*file, because .*file is a file/)
    expect(() => makeDataDir(join(folder, 'file', 'data'))).toThrow(/because .*file is a file/)
  }))

test.runIf(process.platform === 'linux')('DATA_DIR in a folder of the system is refused at once', () => {
  expect(() => makeDataDir('/proc/kindred/data')).toThrow('DATA_DIR can’t be /proc/kindred/data')
})

test('an empty lock from a full disk doesn’t delay the next start', () =>
  inFolder(async (folder) => {
    const lock = join(folder, 'starting.lock')
    writeFileSync(lock, '')
    const release = await acquireLock(lock)
    expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
    release()
  }))
