import { expect, test } from 'vitest'
import { write } from '../../../infra/language/write.ts'
import { describeNotification, isQuiet, toSettings, whenToMail, pushUntil } from './rules.ts'

const utc = (hour: number) => new Date(Date.UTC(2026, 4, 5, hour, 30))

test("quiet hours span midnight in the member's time zone", () => {
  const night = { from: 22, to: 7 }
  expect([21, 22, 23, 0, 6, 7].map((hour) => isQuiet(night, 'UTC', utc(hour)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  expect([8, 9, 16, 17].map((hour) => isQuiet({ from: 9, to: 17 }, 'UTC', utc(hour)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet(null, 'UTC', utc(3))).toBe(false)
  expect(isQuiet(night, 'Asia/Tokyo', utc(20))).toBe(true)
})

test('in quiet mode, news of likes and matches waits for its hour, and messages don’t', () => {
  const settings = toSettings({ kinds: { like: { mail: 'daily', push: true } }, handfulHour: 19 })
  const at = (kind: 'match' | 'like' | 'superlike' | 'message', hour: number) => [
    whenToMail(kind, settings, 'UTC', utc(hour)),
    pushUntil(kind, settings, 'UTC', utc(hour)),
  ]
  const evening = new Date('2026-05-05T19:00:00Z')
  for (const kind of ['match', 'like', 'superlike'] as const) {
    expect(at(kind, 9)).toEqual([evening, evening])
    expect(at(kind, 19)).toEqual(['now', null])
  }
  expect(at('message', 9)).toEqual(['now', null])
  const usual = toSettings({ handfulHour: null })
  expect([whenToMail('match', usual, 'UTC', utc(9)), pushUntil('match', usual, 'UTC', utc(9))]).toEqual(['now', null])
})

test('an hour within quiet hours is replaced by their end, or it would never come', () => {
  const quiet = { from: 22, to: 10 }
  const settings = toSettings({ quiet, handfulHour: 23 })
  const morning = new Date('2026-05-06T10:00:00Z')
  expect(whenToMail('match', settings, 'UTC', utc(23))).toEqual(morning)
  expect(whenToMail('match', settings, 'UTC', morning)).toBe('now')
  expect(pushUntil('match', settings, 'UTC', morning)).toBeNull()
  expect(whenToMail('message', settings, 'UTC', utc(23))).toEqual(morning)
  expect(whenToMail('message', settings, 'UTC', morning)).toBe('now')
})

test('notifications of one topic are grouped', () => {
  const { text, link } = describeNotification('message', { name: 'Ben', matchId: 'm' }, 3)
  expect([write('en', text), link]).toEqual(['3 new messages from Ben', '/chat/m'])
})

test('settings that were never changed have their defaults', () => {
  const { kinds } = toSettings({ kinds: { like: { mail: 'now', push: true } }, handfulHour: null })
  expect([kinds.like.mail, kinds.match.mail]).toEqual(['now', 'now'])
})
