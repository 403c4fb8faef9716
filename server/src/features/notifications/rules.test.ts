import { expect, test } from 'vitest'
import { hourIn, inWords, isQuiet, settingsFrom } from './rules.ts'

test('quiet hours hold over midnight', () => {
  const night = { from: 22, to: 7 }
  expect([21, 22, 23, 0, 6, 7].map((hour) => isQuiet(night, hour))).toEqual([false, true, true, true, true, false])
  expect([8, 9, 16, 17].map((hour) => isQuiet({ from: 9, to: 17 }, hour))).toEqual([false, true, true, false])
  expect(isQuiet(null, 3)).toBe(false)
})

test('the hour is that of the member', () => {
  expect(hourIn('Asia/Tokyo', new Date('2026-05-05T20:30:00Z'))).toBe(5)
})

test('what belongs together is told as one', () => {
  expect(inWords('message', { name: 'Ben', matchId: 'm' }, 3)).toEqual({
    text: '3 new messages from Ben.',
    link: '/chat/m',
  })
})

test('what was not chosen is as usual', () => {
  const { kinds } = settingsFrom({ kinds: { like: { mail: 'now', push: true } } })
  expect([kinds.like.mail, kinds.match.mail]).toEqual(['now', 'now'])
})
