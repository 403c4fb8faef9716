import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeScratchFolder, scratchName, sweepScratch } from './scratch.ts'

test('a sweep deletes only the folders of ended processes, whatever their time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-sweep-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ended = spawnSync('true').pid
  const own = basename(makeScratchFolder('test', folder))
  const kept = [own, scratchName('e2e'), `kindred-world-${process.ppid}-a1B2c3`, 'another-1', 'kindred-notes']
  const left = [`kindred-test-${ended}-a1B2c3`, `kindred-e2e-${ended}`, `kindred-test-redis-${ended}-123456`]
  for (const name of [...kept, ...left]) {
    mkdirSync(join(folder, name, 'inside'), { recursive: true })
    const changed = new Date(kept.includes(name) ? '2000-01-01' : '2100-01-01')
    utimesSync(join(folder, name), changed, changed)
  }
  sweepScratch(folder)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
})
