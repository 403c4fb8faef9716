import { notificationKinds, type Notification } from '@kindred/contract'
import { expect, test } from 'vitest'
import { likesFingerprint } from './likes-fingerprint.ts'

const at = '2026-01-01T10:00:00.000Z'
const one = (kind: Notification['kind'], more: Partial<Notification> = {}): Notification => ({
  _id: kind,
  kind,
  text: '',
  link: '/',
  count: 1,
  at,
  read: false,
  ...more,
})
const before = [one('like'), one('match'), one('message')]
const changesIt = (after: Notification[]) => likesFingerprint(after) !== likesFingerprint(before)

test('notifications of likes and matches change the fingerprint, and so do higher counts', () => {
  const kinds = notificationKinds.filter((kind) => changesIt([one(kind, { _id: 'another' }), ...before]))
  expect(kinds).toEqual(['match', 'like', 'superlike'])
  expect(changesIt([one('like', { count: 2 }), one('match'), one('message')])).toBe(true)
  expect(changesIt([one('like', { at: '2026-01-02T10:00:00.000Z' }), one('match'), one('message')])).toBe(true)
  // A like was undone.
  expect([changesIt([one('match'), one('message')]), changesIt([])]).toEqual([true, true])
})

test('other notifications leave the fingerprint, and so does reading them', () => {
  expect(changesIt([one('message', { count: 2 }), one('like'), one('match'), one('security')])).toBe(false)
  expect(changesIt(before.map((each) => ({ ...each, read: true })))).toBe(false)
})
