import { expect, test } from 'vitest'
import { jsonParserFor } from './base.ts'

const large = '/api/v1/pictures/00ff/large?v=1&e=2&s=3'
const answer = JSON.stringify({
  user: { profilePicture: large, pictures: [{ url: large }], bio: `Look at ${large}` },
  likes: [{ url: '/tiles/1.svg' }],
  text: '/api/v1/pictures/ is where it was',
  link: '/chat/1',
  count: 3,
  nothing: null,
})

test("on the page's own origin, an answer stays as it was sent", () => {
  expect(jsonParserFor('')(answer)).toEqual(JSON.parse(answer))
})

test('on another origin, picture addresses lead to the API and nothing else changes', () => {
  const at = 'https://api.example.org'
  expect(jsonParserFor(at)(answer)).toEqual({
    ...(JSON.parse(answer) as object),
    user: { profilePicture: at + large, pictures: [{ url: at + large }], bio: `Look at ${large}` },
  })
})

test('invalid JSON is refused either way', () => {
  for (const origin of ['', 'https://api.example.org']) expect(() => jsonParserFor(origin)('<p>')).toThrow(SyntaxError)
})
