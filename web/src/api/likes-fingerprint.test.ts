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
const isTold = (after: Notification[]) => likesFingerprint(after) !== likesFingerprint(before)

test('notifications of likes and matches change the fingerprint, and so do higher counts', () => {
  const telling = notificationKinds.filter((kind) => isTold([one(kind, { _id: 'another' }), ...before]))
  expect(telling).toEqual(['match', 'like', 'superlike'])
  expect(isTold([one('like', { count: 2 }), one('match'), one('message')])).toBe(true)
  expect(isTold([one('like', { at: '2026-01-02T10:00:00.000Z' }), one('match'), one('message')])).toBe(true)
  // A like was undone.
  expect([isTold([one('match'), one('message')]), isTold([])]).toEqual([true, true])
})

test('other notifications leave the fingerprint, and so does reading them', () => {
  expect(isTold([one('message', { count: 2 }), one('like'), one('match'), one('security')])).toBe(false)
  expect(isTold(before.map((each) => ({ ...each, read: true })))).toBe(false)
})
