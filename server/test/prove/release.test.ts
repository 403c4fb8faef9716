import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('a release of a scratch clone is tagged, listed, summed and signed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindred-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, join(folder, 'clone')])
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = join(folder, 'key.pem')
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const clone = join(folder, 'clone')
  const who = { NAME: 'Ada', EMAIL: 'ada@people.example' }
  const author = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([what, value]) => [`GIT_${role}_${what}`, value]),
    ),
  )
  const release = (...args: string[]) =>
    spawnSync(process.execPath, [resolve('scripts/release.ts'), ...args], {
      cwd: clone,
      encoding: 'utf8',
      env: { ...process.env, ...author },
    })
  expect(release('0.0.1', key)).toMatchObject({ status: 1, stderr: expect.stringContaining('come after') })
  writeFileSync(join(clone, 'new.txt'), 'x')
  expect(release('9.8.7', key)).toMatchObject({ status: 1, stderr: expect.stringContaining('uncommitted') })
  rmSync(join(clone, 'new.txt'))
  expect(release('9.8.7', key)).toMatchObject({ status: 0, stderr: '' })

  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
  expect(git('log', '-1', '--format=%s')).toBe('Release 9.8.7')
  expect(git('tag', '--points-at', 'HEAD')).toBe('v9.8.7')
  expect(git('status', '--porcelain')).toBe('')
  const read = (file: string) => readFileSync(join(clone, file), 'utf8')
  expect(read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 9\.8\.7 \(\d{4}-\d\d-\d\d\)\n/m)
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '9.8.7',
    packages: { '': { version: '9.8.7' } },
  })
  expect(read('compose.yaml')).toContain('image: kindred:9.8.7')
  expect(read('ops/chart/Chart.yaml')).toMatch(/^version: 9\.8\.7\nappVersion: 9\.8\.7$/m)

  const sums = readFileSync(join(clone, 'release/SHA256SUMS'))
  expect(verify(null, sums, publicKey, readFileSync(join(clone, 'release/SHA256SUMS.sig')))).toBe(true)
  const lines = sums
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '))
  expect(lines.map(([, file]) => file)).toEqual(['kindred-9.8.7.cdx.json', 'kindred-9.8.7.tar.gz'])
  for (const [sum, file] of lines)
    expect(
      createHash('sha256')
        .update(readFileSync(join(clone, 'release', file!)))
        .digest('hex'),
    ).toBe(sum)
  const { components } = JSON.parse(read('release/kindred-9.8.7.cdx.json')) as { components: { name: string }[] }
  const names = components.map(({ name }) => name)
  expect(names).toContain('fastify')
  expect(names).not.toContain('oxlint')
})
