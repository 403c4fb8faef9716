import type { Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, WifiOff } from 'lucide-react'
import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { MoreButton } from '../../ui/more-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Card } from '../dates/use-plan-cards.tsx'
import type { Outgoing } from './outgoing.ts'
import { sendNow } from './sending.ts'
import type { useConversation } from './use-conversation.ts'
import {
  besidePhotoClass,
  failedClass,
  logClass,
  messageClass,
  mineClass,
  photoMessageClass,
  sentClass,
} from './classes.ts'
import { numberIn } from '../../api/params.ts'
import { useSearch } from '../../router/place.ts'

const SendingPhoto = lazy(() => import('./later.tsx').then(({ SendingPhoto: photo }) => ({ default: photo })))

/** Within this distance from the end, the log follows new messages. */
const NEAR = 120

/** Keeps the log scrolled to its end, unless the member scrolled up. Sending a message scrolls back to the end. */
function useEnd(last: string | undefined, outgoing: number) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useEffect(() => {
    const log = box.current
    if (!log) return
    let height = log.scrollHeight
    const note = () => {
      // What has just appeared, such as the card of a date, may be taller than what counts as near.
      atEnd.current = height - log.scrollTop - log.clientHeight < NEAR
      height = log.scrollHeight
    }
    const follow = () => {
      if (atEnd.current) log.scrollTop = log.scrollHeight
    }
    const watch = new ResizeObserver(follow)
    watch.observe(log)
    // A reaction or the time below the last message makes the log longer, too. It may have been scrolled just before.
    const changes = new MutationObserver(() => {
      note()
      follow()
    })
    changes.observe(log, { childList: true, subtree: true, attributeFilter: ['class'] })
    log.addEventListener('scroll', note, { passive: true })
    return () => {
      watch.disconnect()
      changes.disconnect()
      log.removeEventListener('scroll', note)
    }
  }, [])
  useLayoutEffect(() => {
    if (outgoing > 0) atEnd.current = true
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last, outgoing])
  return box
}

const LAST = 999_999_999

/** The message that a search found. Loads older pages as needed, scrolls to the message and focuses it. */
function useFound(box: RefObject<HTMLElement | null>, talk: ReturnType<typeof useConversation>): number {
  const found = Number(numberIn(useSearch<'/chat/$matchId'>().found, 1, LAST) ?? 0)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = talk.query
  const isRead = talk.messages.some(({ seq }) => seq === found)
  const isEarlier = found > 0 && (talk.messages[0]?.seq ?? 0) > found
  useEffect(() => {
    if (isEarlier && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isEarlier, hasNextPage, isFetchingNextPage, fetchNextPage])
  useEffect(() => {
    if (!isRead) return
    const message = box.current?.querySelector<HTMLElement>(`[data-seq="${found}"]`)
    message?.scrollIntoView({ block: 'center' })
    message?.focus({ preventScroll: true })
  }, [box, isRead, found])
  return found
}

type Talk = ReturnType<typeof useConversation>
/** A message in its conversation: its neighbors in a group, and whether a search found it. */
export type Place = { follows: boolean; leads: boolean; found: boolean }

const GROUP_WITHIN = 5 * 60_000

/** True if the two messages belong to one group: by the same person, soon after each other. */
const isGroup = (one: Message | undefined, other: Message | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.senderId === other.senderId &&
  one.call === null &&
  other.call === null &&
  Date.parse(other.createdAt) - Date.parse(one.createdAt) < GROUP_WITHIN

type LogProps = {
  talk: Talk
  /** What is shown between the messages. */
  cards: readonly Card[]
  since: string
  likes: ReactNode
  empty: ReactNode
  children: (message: Message, at: Place) => ReactNode
}

export function Log({ talk, cards, since, likes, empty, children }: LogProps) {
  const { t, i18n } = useLingui()
  const { messages, outgoing, query, readTo, deliveredTo, me } = talk
  const day = useDay()
  const box = useEnd(messages.at(-1)?._id, outgoing.length)
  const found = useFound(box, talk)
  const oldest = query.hasNextPage ? (messages[0]?.createdAt ?? '') : ''
  /** The cards between a message, if any, and the one after it. */
  const between = (before: Message | undefined, after: Message | undefined) =>
    cards
      .filter(({ at }) => at >= (before?.createdAt ?? oldest) && (after === undefined || at < after.createdAt))
      .map(({ key, node }) => <Fragment key={key}>{node}</Fragment>)
  const lastMine = messages.findLast(({ senderId }) => senderId === me)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the log has to scroll by keyboard too
    <div className={logClass} ref={box} role="log" aria-label={t`Messages`} tabIndex={0}>
      <MoreButton query={query} tone="ghost" size="sm" className="self-center">
        <Trans>Load older messages</Trans>
      </MoreButton>
      <p className="self-center pt-3 pb-2 text-caption text-muted">
        <Trans>You matched on {i18n.date(new Date(since), { day: 'numeric', month: 'long' })}</Trans>
      </p>
      {likes}
      {query.isSuccess && messages.length + outgoing.length + cards.length === 0 && empty}
      {messages.map((message, at) => (
        <Fragment key={message._id}>
          {between(messages[at - 1], message)}
          {day(message.createdAt) !== day(messages[at - 1]?.createdAt ?? '1970-01-01') && (
            <h3 className="self-center pt-3 pb-2 text-caption! font-normal! text-muted">
              <time dateTime={message.createdAt}>{day(message.createdAt)}</time>
            </h3>
          )}
          {children(message, {
            follows: isGroup(messages[at - 1], message),
            leads: isGroup(message, messages[at + 1]),
            found: message.seq === found,
          })}
          {message === lastMine && message === messages.at(-1) && (
            <p className={`${sentClass} text-muted`}>
              {readTo !== null && message.seq <= readTo ? (
                <Trans context="message">Read</Trans>
              ) : deliveredTo !== null && message.seq <= deliveredTo ? (
                <Trans>Delivered</Trans>
              ) : (
                <Trans>Sent</Trans>
              )}
            </p>
          )}
        </Fragment>
      ))}
      {between(messages.at(-1), undefined)}
      {outgoing.map((message) => (
        <SendingMessage key={message.clientId} message={message} onAgain={() => void talk.send(message)} />
      ))}
    </div>
  )
}

function useDay(): (iso: string) => string {
  const { t, i18n } = useLingui()
  const dayOf = (at: Date) => i18n.date(at, { weekday: 'long', day: 'numeric', month: 'long' })
  const today = new Date(useNow())
  const yesterday = new Date(today)
  yesterday.setDate(yesterday.getDate() - 1)
  const named = new Map([
    [dayOf(yesterday), t`Yesterday`],
    [dayOf(today), t`Today`],
  ])
  return (iso) => {
    const day = dayOf(new Date(iso))
    return named.get(day) ?? day
  }
}

function SendingMessage({ message, onAgain }: { message: Outgoing; onAgain: () => void }) {
  const { t } = useLingui()
  const { photo, text, failed, waits } = message
  return (
    <>
      <div
        className={`${photo ? photoMessageClass : messageClass} ` + (failed ? failedClass : `${mineClass} opacity-70`)}
      >
        {photo && (
          <Suspense fallback={<div className="h-72" />}>
            <SendingPhoto photo={photo} message={message} />
          </Suspense>
        )}
        {text && (
          <p className={`text-start ${photo ? besidePhotoClass : ''}`} dir="auto">
            {text}
          </p>
        )}
      </div>
      {failed ? (
        <p className={`${sentClass} font-medium text-danger`} role="alert">
          <CircleAlert size={16} />
          <Trans>Not sent.</Trans> <Again onClick={onAgain}>{t`Try again`}</Again>
        </p>
      ) : waits ? (
        <p className={`${sentClass} text-muted`} role="status">
          <WifiOff size={16} />
          <Trans>Sends when you’re back online.</Trans> <Again onClick={sendNow}>{t`Try now`}</Again>
        </p>
      ) : (
        <p className={`${sentClass} text-muted`}>
          <Trans>Sending</Trans>
        </p>
      )}
    </>
  )
}

const Again = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    className="border-0 bg-transparent px-0.5 py-0 underline underline-offset-[0.2em]"
    onClick={onClick}
  >
    {children}
  </button>
)
