import type { OwnUser, PrivacySettings } from '@kindred/contract/profiles/users'
import { isObject } from '../../api/failure.ts'
import { readJson, write } from '../../session/storage.ts'

// What a member chose abroad, and what they had set before. It stays on this device and goes with the session, because a
// record at the server would say who needed it. A new device, or a new session, asks again.

const KEY = 'kindred.abroad'

export type Before = Pick<PrivacySettings, 'paused' | 'hideGender'>
type Kept = { userId: string; answered: string[]; before: Before }

const isKept = (value: unknown): value is Kept =>
  isObject(value) &&
  typeof value['userId'] === 'string' &&
  Array.isArray(value['answered']) &&
  isObject(value['before'])

/** Used if the browser refuses storage. */
let inMemory: Kept | null = null

function keptOf(userId: string): Kept | null {
  const kept = readJson(KEY, isKept) ?? inMemory
  return kept?.userId === userId ? kept : null
}

function keep(kept: Kept | null): void {
  inMemory = kept
  write(KEY, kept && JSON.stringify(kept))
}

export const isAnswered = (userId: string, country: string): boolean =>
  keptOf(userId)?.answered.includes(country) ?? false

const settingsOf = ({ settings: { paused, hideGender } }: OwnUser): Before => ({ paused, hideGender })

let lastSafe: { userId: string; before: Before } | undefined

/** The server hides a member whom a move puts at risk, so what they had set is noted while they are safe. */
export const noteSettings = (user: OwnUser): void => {
  lastSafe = { userId: user._id, before: settingsOf(user) }
}

/** Keeps what a member had set before the first alert of a trip. */
export function keepBefore(user: OwnUser): void {
  const userId = user._id
  if (keptOf(userId)) return
  keep({ userId, answered: [], before: lastSafe?.userId === userId ? lastSafe.before : settingsOf(user) })
}

export function saveAnswer(user: OwnUser, country: string): void {
  keepBefore(user)
  const kept = keptOf(user._id)
  if (kept) keep({ ...kept, answered: [...kept.answered, country] })
}

export const beforeOf = (user: OwnUser): Before | null => keptOf(user._id)?.before ?? null

export const forgetTrip = (): void => keep(null)

/** The settings to go back to, as far as they differ from those of now. */
export function earlierSettings(user: OwnUser): Partial<Before> {
  const [before, now] = [beforeOf(user), settingsOf(user)]
  if (!before) return {}
  return {
    ...(before.paused !== now.paused && { paused: before.paused }),
    ...(before.hideGender !== now.hideGender && { hideGender: before.hideGender }),
  }
}
