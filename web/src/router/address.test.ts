import { expect, test } from 'vitest'
import { toPerson } from '../paths.ts'
import { hrefOf, isOpenLink, sameOriginHref, paramsOf } from './address.ts'

test('an address is written with its parameters, its query and its hash', () => {
  expect(hrefOf({ to: '/users' })).toBe('/users')
  expect(hrefOf({ ...toPerson('a/b'), hash: 'safety' })).toBe('/members/a%2Fb#safety')
  expect(hrefOf({ to: '/users', search: { search: 'Ana & Bo', status: undefined, age: '18' } })).toBe(
    '/users?search=Ana+%26+Bo&age=18',
  )
})

test.each([
  ['/users', '/users', {}],
  ['/users', '/Users/', {}],
  ['/users', '/users/7', undefined],
  ['/users/$id', '/users/7', { id: '7' }],
  ['/users/$id', '/users/a%2Fb', { id: 'a/b' }],
  ['/users/$id', '/users/%', { id: '%' }],
  ['/users/$id', '/users', undefined],
  ['/users/$id', '/users/', undefined],
  ['/settings/email', '/settings/export', undefined],
])('%s opens at %s with %o', (pattern, pathname, params) => {
  expect(paramsOf(pattern, pathname)).toEqual(params)
})

test.each([
  ['/users', '/users', {}, true],
  ['/users', '/users/7', {}, true],
  ['/users', '/users-of-old', {}, false],
  ['/users#top', '/users', { age: '18' }, true],
  ['/users?age=18', '/users', { age: '18', status: 'active' }, true],
  ['/users?age=18', '/users', {}, false],
])('whether %s leads to %s with the query %o: %s', (href, pathname, search, is) => {
  expect(isOpenLink(href, { pathname, search })).toBe(is)
})

test('only a path of our own origin is opened; anything else leads to the start page', () => {
  const origin = 'https://kindred.example'
  for (const [href, own] of [
    ['/users?search=a%20b#top', '/users?search=a%20b#top'],
    ['https://kindred.example/faqs', '/faqs'],
    ['//evil.example/x', '/'],
    ['https://kindred.example//evil.example', '/evil.example'],
    ['/.//evil.example', '/evil.example'],
    [String.raw`/\evil.example`, '/'],
    ['https://kindred.example.evil.example/', '/'],
    ['https://kindred.example@evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['data:text/html,hi', '/'],
    ['https://[broken', '/'],
  ] as const)
    expect([href, sameOriginHref(href, origin)]).toEqual([href, own])
})
