import type { Action, NewMatch } from '@kindred/contract/matching/choices'
import { CallFailed, field } from '../../api/failure.ts'
import { getSession, onSession } from '../../session/store.ts'
import { matching } from '../../api/member-client.ts'
import type { LikeDetails } from '../people/liking.tsx'

// A swipe counts immediately: it is stored in the browser, across reloads and outages, until the server has it. Sending
// it again has no effect, so each swipe counts exactly once.

export type Swipe = { userId: string; action: Action } & LikeDetails
export type Outcome = { swipe: Swipe; match: NewMatch | null } | { swipe: Swipe; refused: unknown }

const KEY = 'kindred.choices'
const RETRY_INTERVAL = 10_000

const isSwipe = (value: unknown): value is Swipe =>
  field(value, 'userId') !== undefined && field(value, 'action') !== undefined

function load(): Swipe[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSwipe) : []
  } catch {
    return []
  }
}

let pending = load()
const listeners = new Set<(outcome: Outcome) => void>()
let sending: Promise<void> | null = null

function store(swipes: Swipe[]): void {
  pending = swipes
  try {
    if (swipes.length > 0) localStorage.setItem(KEY, JSON.stringify(swipes))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage, swipes wait as long as the page is open.
  }
}

/** Another tab may have changed the stored swipes meanwhile, so the answered one is removed by its content. */
const remove = ({ userId, action }: Swipe): void =>
  store(pending.filter((each) => each.userId !== userId || each.action !== action))

export const isPending = (userId: string): boolean => pending.some((swipe) => swipe.userId === userId)

export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const notify = (outcome: Outcome) => listeners.forEach((listener) => listener(outcome))

export function enqueueSwipe(swipe: Swipe): void {
  store([...pending, swipe])
  void sendPending()
}

/** Removes a swipe that hasn't been sent yet. Returns false if the server already has it. */
export function cancelSwipe(userId: string): boolean {
  const last = pending.at(-1)
  if (last?.userId !== userId || (sending && pending.length === 1)) return false
  store(pending.slice(0, -1))
  return true
}

const isLasting = (error: unknown) => error instanceof CallFailed && error.status !== undefined && error.status < 500

/** Sends the pending swipes. Resolves when all are sent or the server doesn't respond. */
export const sendPending = (): Promise<void> => (sending ??= sendAll().finally(() => (sending = null)))

/** Sends the swipes in order. Those without a response stay stored and are retried once there is a connection. */
async function sendAll(): Promise<void> {
  for (let swipe = pending[0]; swipe; swipe = pending[0]) {
    try {
      const { data } = await matching.choose({ body: swipe })
      remove(swipe)
      notify({ swipe, match: data.match })
    } catch (error) {
      if (!isLasting(error)) {
        setTimeout(() => void sendPending(), RETRY_INTERVAL)
        return
      }
      remove(swipe)
      notify({ swipe, refused: error })
    }
  }
}

// Someone else may sign in next, and must not send this member's swipes.
onSession(() => {
  if (!getSession().isAuthenticated) pending = []
})

// All tabs share the stored swipes. Otherwise, each would overwrite what the others added.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) pending = load()
})

window.addEventListener('online', () => void sendPending())
