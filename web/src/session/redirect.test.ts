import { expect, test } from 'vitest'
import { readReturn } from './redirect.ts'

test('a response with our state is accepted', () => {
  expect(readReturn('#state=s1&id_token=abc', 's1')).toEqual({ proof: 'abc' })
  expect(readReturn('#access_token=abc&state=s1&expires_in=5', 's1')).toEqual({ proof: 'abc' })
})

test("Facebook's user is read from its signed request, and a broken one names no one", () => {
  const signed = `sig.${btoa('{"user_id":"1017","algorithm":"HMAC-SHA256"}').replaceAll('=', '')}`
  expect(readReturn(`#state=s1&access_token=abc&signed_request=${signed}`, 's1')).toEqual({
    proof: 'abc',
    userID: '1017',
  })
  expect(readReturn('#state=s1&access_token=abc&signed_request=nonsense', 's1')).toEqual({ proof: 'abc' })
})

test.each([
  ['another state', '#state=s2&id_token=abc', 's1'],
  ['no state', '#id_token=abc', 's1'],
  ['no pending sign-in', '#state=s1&id_token=abc', undefined],
  ['no proof', '#state=s1&error=access_denied', 's1'],
  ['nothing', '', 's1'],
])('%s is refused', (_what, fragment, expected) => {
  expect(readReturn(fragment, expected)).toEqual({ refused: true })
})
