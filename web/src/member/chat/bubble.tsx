import type { Message, Nudge } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Reply, Shield } from 'lucide-react'
import { lazy, memo, type MouseEvent, Suspense, useRef, useState } from 'react'
import type { MenuHandle } from '../../ui/menu.tsx'
import type { Acts } from './message-actions.tsx'
import type { Place } from './log.tsx'
import { useTouch } from './use-touch.ts'
import { besidePhotoClass, groupClass, messageClass, mineClass, photoMessageClass, sentClass } from './classes.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { linksIn } from './links.ts'

/**
 * Links open without a referrer, and nothing is fetched for a preview. Links that hide where they lead stay text
 * (links.ts).
 */
const Linked = ({ text }: { text: string }) => (
  <span className="block text-start whitespace-pre-wrap" dir="auto">
    {linksIn(text).map(({ text: part, href }, at) =>
      href ? (
        // A URL reads from left to right, whatever surrounds it, and also over several lines.
        <a
          key={`${at}${part}`}
          dir="ltr"
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="max-w-full underline [:dir(rtl)>&]:inline-block"
        >
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </span>
)

function SafetyWarning({ nudge }: { nudge: Nudge }) {
  const { brand } = useSettings()
  const words = {
    money: <Trans>No one here should ask you for money. If they do, tell us. You don’t have to reply.</Trans>,
    elsewhere: <Trans>We can only help while you’re on {brand}. There’s no rush to move to another app.</Trans>,
    scam: <Trans>This looks like a scam message. Never send money or codes to someone you haven’t met.</Trans>,
    copied: <Trans>They sent nearly the same message to several people.</Trans>,
    link: <Trans>Links can lead anywhere. Only open one if you know where it goes.</Trans>,
  }
  return (
    <p
      className={
        'my-2 flex max-w-xl items-start gap-3 rounded-lg bg-warning-soft px-4 py-3 text-small ' +
        'text-warning-soft-ink'
      }
    >
      <Shield className="icon" size={20} />
      <span className="min-w-0 flex-1">
        {words[nudge]}{' '}
        <Link className="font-medium whitespace-nowrap" to={paths.safety}>
          <Trans>Safety Tips</Trans>
        </Link>
      </span>
    </p>
  )
}

const ChatPhoto = lazy(() => import('./later.tsx').then(({ ChatPhoto: photo }) => ({ default: photo })))

/** The bubble crops photos to between 3:4 and 8:5. A tap shows the whole photo. */
const ratioOf = ({ width, height }: { width: number; height: number }) => Math.min(1.6, Math.max(0.75, width / height))

const VoiceNote = lazy(() => import('./later.tsx').then(({ VoiceNote: note }) => ({ default: note })))

const MessageActions = lazy(() => import('./later.tsx').then(({ MessageActions: actions }) => ({ default: actions })))

type Props = Acts & Place & { message: Message; mine: boolean; name: string; isBlurred: boolean }

const apartClass = 'mt-2.5 first:mt-0'

/** A tap on a link, a photo or a player has its own effect. */
const isOnWords = (target: EventTarget) =>
  target instanceof Element && !target.closest('a, button, input') && getSelection()?.isCollapsed !== false

/** Links and selected text keep the browser's own menu. */
function menuOnRightClick(event: MouseEvent, menu: MenuHandle | null): void {
  const isLink = event.target instanceof Element && event.target.closest('a')
  if (!menu || isLink || getSelection()?.isCollapsed === false) return
  event.preventDefault()
  menu.openFor(event.nativeEvent instanceof PointerEvent ? event.nativeEvent.pointerId : undefined)
}

/** A message dragged aside previews the action that letting go triggers. Text is copied from the menu instead. */
const rowClass =
  'group relative flex w-full touch-pan-y touch-pinch-zoom items-center gap-1 ' +
  '[transform:translateX(calc(var(--pull,0)*var(--ahead)*1px))] ' +
  'pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]'
const foundClass = 'rounded-lg bg-warning-soft outline-none'
const pullClass = 'absolute -inset-s-9 text-muted opacity-[calc(var(--pull,0)/72)]'

/** A message with its actions. In a long conversation, only changed messages re-render. */
export const Bubble = memo(function Bubble({ message, mine, name, isBlurred, found, follows, leads, ...acts }: Props) {
  const { t, i18n } = useLingui()
  const menu = useRef<MenuHandle>(null)
  const [isTimed, setTimed] = useState(false)
  const touch = useTouch({
    onHold: (pointerId) => menu.current?.openFor(pointerId),
    onSwipe: () => acts.onReply(message),
    onTap: (target) => isOnWords(target) && setTimed(!isTimed),
  })
  const time = (at: string) => i18n.date(new Date(at), { timeStyle: 'short' })
  const shape = `${mine ? mineClass : 'bg-sunken'} ${groupClass(mine, follows, leads)}`
  const gap = `${follows ? '' : apartClass} ${message.reactions.length > 0 ? 'mb-4' : ''}`
  if (message.deletedAt)
    return (
      <p className={`${messageClass} italic ${shape} ${gap} opacity-60`}>
        {message.removed ? <Trans>Our team removed this message</Trans> : <Trans>Deleted message</Trans>}
      </p>
    )
  if (message.call)
    return (
      <p className="self-center py-2 text-caption text-muted" data-seq={message.seq}>
        {mine ? <Trans>No answer</Trans> : <Trans>Missed call</Trans>}{' '}
        <time dateTime={message.createdAt}>{time(message.createdAt)}</time>
      </p>
    )
  return (
    <>
      <div
        className={`${rowClass} ${gap} ${mine ? 'flex-row-reverse self-end' : 'self-start'} ${found ? foundClass : ''}`}
        data-seq={message.seq}
        tabIndex={found ? -1 : undefined}
        {...touch}
        onContextMenu={(event) => {
          touch.onContextMenu(event)
          if (!event.defaultPrevented) menuOnRightClick(event, menu.current)
        }}
      >
        <Reply className={pullClass} size={20} />
        <div className={`${message.picture ? photoMessageClass : messageClass} ${shape}`}>
          <span className="sr-only">
            <bdi>{mine ? t`You` : name}</bdi> <time dateTime={message.createdAt}>{time(message.createdAt)}</time>:{' '}
          </span>
          <Content message={message} name={mine ? t`you` : name} isBlurred={isBlurred && !mine} {...acts} />
          <Reactions message={message} name={name} onTakeBack={() => acts.onReact(message, null)} />
        </div>
        <Suspense>
          <MessageActions message={message} mine={mine} handle={menu} {...acts} />
        </Suspense>
      </div>
      {/* Screen readers have the time before the message. */}
      {isTimed && (
        <p className={`${sentClass} text-muted ${mine ? '' : 'self-start'}`} aria-hidden="true">
          {time(message.createdAt)}
        </p>
      )}
      {message.nudge && <SafetyWarning nudge={message.nudge} />}
    </>
  )
})

type ContentProps = Pick<Acts, 'onReport' | 'onBlock' | 'onPhotoOpened'> & {
  message: Message
  name: string
  isBlurred: boolean
}

function Content({ message, name, isBlurred, onReport, onBlock, onPhotoOpened }: ContentProps) {
  const { t } = useLingui()
  const { picture, voice, replyTo, text, editedAt } = message
  const beside = picture ? besidePhotoClass : ''
  const words = (text !== null || editedAt) && (
    <span className={beside}>
      <Linked text={text ?? ''} />
      {editedAt && (
        <span className="ms-2 text-caption opacity-70">
          <Trans>edited</Trans>
        </span>
      )}
    </span>
  )
  return (
    <div className={picture ? 'overflow-hidden rounded-[inherit]' : ''}>
      {replyTo && (
        <span className={beside}>
          <span className="mb-1 block border-s-2 border-current ps-2 text-small opacity-75" dir="auto">
            {replyTo.text ??
              { picture: t`Photo`, voice: t`Voice note`, deleted: t`Deleted message` }[replyTo.only ?? 'deleted']}
          </span>
        </span>
      )}
      {picture && (
        <Suspense fallback={<div style={{ aspectRatio: ratioOf(picture) }} />}>
          <ChatPhoto
            picture={picture}
            ratio={ratioOf(picture)}
            name={name}
            isBlurred={isBlurred}
            onOpened={onPhotoOpened}
            onReport={() => onReport(message)}
            onBlock={onBlock}
          />
        </Suspense>
      )}
      {voice ? (
        <Suspense fallback={<div className="h-13 w-64" />}>
          <VoiceNote message={message} voice={voice} name={name}>
            {words}
          </VoiceNote>
        </Suspense>
      ) : (
        words
      )}
    </div>
  )
}

function Reactions({ message, name, onTakeBack }: { message: Message; name: string; onTakeBack: () => void }) {
  const { t } = useLingui()
  if (message.reactions.length === 0) return null
  return (
    <span
      className={
        'absolute -inset-e-1.5 -bottom-4.5 inline-flex h-7 items-center rounded-full bg-raised px-1 ' +
        'text-small text-accent-text shadow-edge'
      }
    >
      {message.reactions.map(({ emoji, mine }) => (
        <button
          key={`${emoji}${mine}`}
          type="button"
          // The target is larger than the emoji, and overlaps its surroundings.
          className="-mx-3 -my-2 grid size-11 place-items-center border-0 bg-transparent p-0 leading-none"
          aria-label={mine ? t`${emoji} from you (remove)` : t`${emoji} from ${name}`}
          disabled={!mine}
          onClick={onTakeBack}
        >
          {emoji}
        </button>
      ))}
    </span>
  )
}
