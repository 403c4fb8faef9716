import { useState } from 'react'
import { isObject } from '../../api/failure.ts'
import { readJson, write } from '../../session/storage.ts'
import { useSession } from '../../session/store.ts'
import { type Advice, keyOf } from './advice.ts'

// Advice that the member put away, on this device: for a while, or for good.

const A_WHILE = 30 * 86_400_000

/** The time until which each piece stays away. Null is for good. */
type PutAway = Record<string, number | null>

const storageKey = (userId: string) => `kindred.advice.${userId}`

const load = (userId: string): PutAway =>
  Object.fromEntries(
    Object.entries(readJson(storageKey(userId), isObject) ?? {}).filter(
      (entry): entry is [string, number | null] => entry[1] === null || typeof entry[1] === 'number',
    ),
  )

export function usePutAway() {
  const userId = useSession(({ user }) => user?._id ?? '')
  const [away, setAway] = useState(() => load(userId))
  const [now] = useState(() => Date.now())
  const isPutAway = (advice: Advice): boolean => {
    const until = away[keyOf(advice)]
    return until !== undefined && (until === null || until > now)
  }
  const putAway = (advice: Advice, howLong: 'a while' | 'for good') => {
    const next = { ...away, [keyOf(advice)]: howLong === 'for good' ? null : Date.now() + A_WHILE }
    setAway(next)
    write(storageKey(userId), JSON.stringify(next))
  }
  return { isPutAway, putAway }
}
