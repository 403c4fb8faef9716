import { emojis, type Message, type Nudge } from '@kindred/contract/chat'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Shield } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Photo } from '../people/photo.tsx'

export type Acts = {
  onReply: (message: Message) => void
  onReact: (message: Message, emoji: (typeof emojis)[number] | null) => void
  onEdit: (message: Message) => void
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
}

type Props = Acts & { message: Message; mine: boolean; name: string; fresh: boolean }

/** One message with what can be done to it. A picture from somebody new stays soft until it is asked for. */
export function Bubble({ message, mine, name, fresh, ...acts }: Props) {
  const { t } = useLingui()
  if (message.deletedAt)
    return (
      <p className={`msg italic ${mine ? 'mine' : 'theirs'} opacity-60`}>
        <Trans>Deleted message</Trans>
      </p>
    )
  return (
    <>
      <div className={`group flex items-center gap-1 ${mine ? 'flex-row-reverse' : ''}`}>
        <div className={`msg ${mine ? 'mine' : 'theirs'}`} dir="auto">
          <span className="sr">{mine ? t`You:` : `${name}:`} </span>
          {message.replyTo && (
            <span className="mb-1 block border-l-2 border-current pl-2 text-small opacity-75">
              {message.replyTo.text ?? t`Deleted message`}
            </span>
          )}
          {message.picture && <Shown picture={message.picture} name={mine ? t`you` : name} open={mine || !fresh} />}
          <Linked text={message.text ?? ''} />
          {message.editedAt && (
            <span className="ml-2 text-caption opacity-70">
              <Trans>edited</Trans>
            </span>
          )}
          <Reactions message={message} name={name} onTakeBack={() => acts.onReact(message, null)} />
        </div>
        <More message={message} mine={mine} {...acts} />
      </div>
      {message.nudge && <Careful nudge={message.nudge} />}
    </>
  )
}

type ShownProps = { picture: NonNullable<Message['picture']>; name: string; open: boolean }

function Shown({ picture, name, open }: ShownProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(open)
  return (
    <span
      className="photo mb-1 block w-60 rounded-lg! shadow-none!"
      style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
    >
      {shown ? (
        <Photo picture={{ ...picture, alt: t`Photo from ${name}` }} size="medium" />
      ) : (
        <button
          type="button"
          className="absolute inset-0 border-0 bg-sunken font-medium text-ink"
          onClick={() => setShown(true)}
        >
          <Trans>Photo. Tap to see it</Trans>
        </button>
      )}
    </span>
  )
}

function Reactions({ message, name, onTakeBack }: { message: Message; name: string; onTakeBack: () => void }) {
  const { t } = useLingui()
  if (message.reactions.length === 0) return null
  return (
    <span className="react">
      {message.reactions.map(({ emoji, mine }) => (
        <button
          key={`${emoji}${mine}`}
          type="button"
          className="border-0 bg-transparent p-0 leading-none"
          aria-label={mine ? t`${emoji} from you, take back` : t`${emoji} from ${name}`}
          disabled={!mine}
          onClick={onTakeBack}
        >
          {emoji}
        </button>
      ))}
    </span>
  )
}

function More({
  message,
  mine,
  onReply,
  onReact,
  onEdit,
  onDelete,
  onReport,
}: Acts & { message: Message; mine: boolean }) {
  const { t } = useLingui()
  // Where it is too late, the server says so.
  const editable = mine && message.text !== null
  return (
    <Menu
      trigger={
        <IconButton
          label={t`What to do with this message`}
          tone="ghost"
          size="sm"
          className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 [@media(hover:none)]:opacity-60"
        >
          <Ellipsis size={18} aria-hidden="true" />
        </IconButton>
      }
      items={[
        { label: t`Reply`, onSelect: () => onReply(message) },
        ...emojis.map((emoji) => ({ label: t`React with ${emoji}`, onSelect: () => onReact(message, emoji) })),
        ...(editable ? [{ label: t`Edit`, onSelect: () => onEdit(message) }] : []),
        ...(mine
          ? [{ label: t`Delete for both`, danger: true, onSelect: () => onDelete(message) }]
          : [{ label: t`Report`, danger: true, onSelect: () => onReport(message) }]),
      ]}
    />
  )
}

/** Addresses can be followed, but tell the other side nothing, and nothing of them is fetched here. */
function Linked({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/g)
  return (
    <span className="whitespace-pre-wrap">
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          <a key={`${at}${part}`} href={part} target="_blank" rel="noopener noreferrer nofollow" className="underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </span>
  )
}

function Careful({ nudge }: { nudge: Nudge }) {
  const words = {
    money: <Trans>Nobody here should ask you for money. If they do, tell us; you need not answer.</Trans>,
    elsewhere: (
      <Trans>Here you can block and report. Elsewhere we cannot help. There is no hurry to change places.</Trans>
    ),
    link: <Trans>A link can lead anywhere. Follow it only if you know where it goes.</Trans>,
  }
  return (
    <p className="nudge mx-0! my-2 max-w-xl">
      <Shield className="i" size={20} aria-hidden="true" />
      <span className="grow">
        {words[nudge]} <Link to={paths.safety}>Safety Tips</Link>
      </span>
    </p>
  )
}
