import { expect, test } from 'vitest'
import { hostsOf, onSomeHost, urlsOf } from './hosts.ts'

test.each([
  ['postgres://me:word@one:5432/name', ['postgres://me:word@one:5432/name']],
  [
    'postgres://me:w%40rd@one:5432,two/name?target_session_attrs=read-write',
    ['postgres://me:w%40rd@one:5432/name', 'postgres://me:w%40rd@two/name'],
  ],
  [
    'postgresql://one,[::1]:5433/name?sslmode=require&target_session_attrs=any&x=1',
    ['postgresql://one/name?sslmode=verify-full&x=1', 'postgresql://[::1]:5433/name?sslmode=verify-full&x=1'],
  ],
])('%s names its servers', (url, urls) => {
  expect(urlsOf(url)).toEqual(urls)
})

test('a server that fails is left for the next one, once for all connections that failed there', async () => {
  const url = 'postgres://a,b,c/name?target_session_attrs=read-write'
  const hosts = hostsOf(url)
  expect(hostsOf(url)).toBe(hosts)
  const [a, b, c] = hosts.urls
  expect([hosts.needsPrimary, hosts.current()]).toEqual([true, a])
  hosts.failed(a!)
  hosts.failed(a!)
  expect(hosts.current()).toBe(b)
  const tried: string[] = []
  await expect(
    onSomeHost(hosts, async () => {
      tried.push(hosts.current())
      hosts.failed(hosts.current())
      throw new Error(`nobody at ${tried.at(-1)}`)
    }),
  ).rejects.toThrow(`nobody at ${a}`)
  expect(tried).toEqual([b, c, a])
})
