import type { CardAction, NewMatch } from '@kindred/contract/matching/choices'
import { CallFailed, field } from '../../api/failure.ts'
import { readJson, write } from '../../session/storage.ts'
import { getSession, onSession } from '../../session/store.ts'
import { matching } from '../../api/member-client.ts'
import type { LikeDetails } from '../people/liking.tsx'

// A swipe counts immediately: it is stored in the browser, across reloads and outages, until the server has it. Sending
// it again has no effect, so each swipe counts exactly once.

export type Swipe = { userId: string; action: CardAction } & LikeDetails
type Outcome = { swipe: Swipe; match: NewMatch | null } | { swipe: Swipe; refused: unknown }

const KEY = 'kindred.choices'
const RETRY_INTERVAL = 10_000

const isSwipe = (value: unknown): value is Swipe =>
  field(value, 'userId') !== undefined && field(value, 'action') !== undefined

const load = (): Swipe[] => readJson(KEY, Array.isArray)?.filter(isSwipe) ?? []

let pending = load()
let notify: (outcome: Outcome) => void = () => {}
let sending: Promise<void> | null = null

function store(swipes: Swipe[]): void {
  pending = swipes
  write(KEY, swipes.length > 0 ? JSON.stringify(swipes) : null)
}

/** Another tab may have changed the stored swipes meanwhile, so the answered one is removed by its content. */
const remove = ({ userId, action }: Swipe): void =>
  store(pending.filter((each) => each.userId !== userId || each.action !== action))

export const isPending = (userId: string): boolean => pending.some((swipe) => swipe.userId === userId)

/** The listener lasts until the next one, because an answer may come after the member has left the deck. */
export const onOutcome = (listener: typeof notify): void => void (notify = listener)

export function enqueueSwipe(swipe: Swipe): void {
  store([...pending, swipe])
  void sendPending()
}

/** Removes the last swipe and returns whose it was, unless the server may already have it. */
export function cancelSwipe(): string | undefined {
  const last = pending.at(-1)
  if (!last || (sending && pending.length === 1)) return undefined
  store(pending.slice(0, -1))
  return last.userId
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

// Someone else may sign in next, and must neither send this member's swipes nor learn of them.
onSession(() => {
  if (getSession().isAuthenticated) return
  pending = []
  notify = () => {}
})

// All tabs share the stored swipes. Otherwise, each would overwrite what the others added.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) pending = load()
})

window.addEventListener('online', () => void sendPending())
