import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkoutPolicy, pagePolicy } from '../server/src/http/headers.ts'
import { hostedPage, hostingFrom, writeHosted } from './hosted-web.ts'

const env = { API_URL: 'https://api.example.org/', PUBLIC_URL: 'https://example.org/', BRAND_NAME: 'Tea & "Co" $&' }
const html = readFileSync('web/index.html', 'utf8')

/** Parses the policy in a page's head into its directives. */
const policyIn = (page: string) =>
  parts(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!.replaceAll('&#39;', "'"))
const parts = (policy: string) => Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/).slice(0, 2)))

function written() {
  const [from, to] = [mkdtempSync(join(tmpdir(), 'kindred-dist-')), mkdtempSync(join(tmpdir(), 'kindred-hosted-'))]
  onTestFinished(() => [from, to].forEach((folder) => rmSync(folder, { recursive: true })))
  writeFileSync(join(from, 'index.html'), html)
  writeFileSync(join(from, 'sw.js'), '// the worker')
  writeFileSync(join(from, '.stamp'), 'ours')
  writeFileSync(join(to, 'old.js'), 'of the build before')
  writeHosted(from, to, hostingFrom(env)!)
  const read = (name: string) => readFileSync(join(to, name), 'utf8')
  return { read, names: readdirSync(to).sort() }
}

test("the web for another host knows the API's address and brand, and leaves nothing for a server to fill in", () => {
  const { read, names } = written()
  expect(names).toEqual(['index.html', 'manifest.webmanifest', 'premium', 'robots.txt', 'sw.js'])
  const page = read('index.html')
  expect(page).toContain('<meta name="api" content="https://api.example.org" />')
  expect(page).toContain('<title>Tea &#38; &#34;Co&#34; $&#38;</title>')
  expect(page).toContain('content="https://example.org/social.png"')
  expect(page).not.toMatch(/%[A-Z_]+%|name="settings"/)
  expect(JSON.parse(read('manifest.webmanifest'))).toMatchObject({ name: env.BRAND_NAME, start_url: '/discover' })
})

test("its policies are the server's, with the API's origin added", () => {
  const { read } = written()
  for (const [name, sent] of [
    ['index.html', pagePolicy],
    ['premium/checkout/index.html', checkoutPolicy],
  ] as const) {
    // A policy in a page's head can't restrict framing, so this directive is left out.
    const { 'frame-ancestors': _, ...own } = parts(sent)
    expect(policyIn(read(name))).toEqual({
      ...own,
      'img-src': `${own['img-src']} https://api.example.org`,
      'connect-src': `${own['connect-src']} https://api.example.org wss://api.example.org`,
    })
    expect(read(name).indexOf('Content-Security-Policy')).toBeLessThan(read(name).indexOf('<script'))
  }
})

test('a page with an unfilled placeholder is not written', () => {
  expect(() => hostedPage('<meta charset="utf-8">%NEW_THING%', hostingFrom(env)!, '')).toThrow('%NEW_THING%')
})

test('without API_URL nothing is built for another host; an invalid one is explained', () => {
  expect(hostingFrom({ API_URL: '', PUBLIC_URL: 'https://example.org' })).toBeNull()
  expect(() => hostingFrom({ API_URL: 'https://api.example.org' })).toThrow('PUBLIC_URL must be set')
  expect(() => hostingFrom({ ...env, API_URL: 'https://example.org/api' })).toThrow('without a path')
})
