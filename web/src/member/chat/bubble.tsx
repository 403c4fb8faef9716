import { emojis, type Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SafetyWarning, Linked, HiddenPicture } from './message-content.tsx'
import { messageClass, mineClass } from './classes.ts'

export type Acts = {
  onReply: (message: Message) => void
  onReact: (message: Message, emoji: (typeof emojis)[number] | null) => void
  onEdit: (message: Message) => void
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
}

type Props = Acts & { message: Message; mine: boolean; name: string; fresh: boolean }

/** One message with what can be done to it. */
export function Bubble({ message, mine, name, fresh, ...acts }: Props) {
  const { t } = useLingui()
  if (message.deletedAt)
    return (
      <p className={`${messageClass} italic ${mine ? mineClass : 'bg-sunken'} opacity-60`}>
        <Trans>Deleted message</Trans>
      </p>
    )
  return (
    <>
      <div className={`group flex w-full items-center gap-1 ${mine ? 'flex-row-reverse self-end' : 'self-start'}`}>
        <div className={`${messageClass} ${mine ? mineClass : 'bg-sunken'}`} dir="auto">
          <span className="sr-only">{mine ? t`You:` : `${name}:`} </span>
          {message.replyTo && (
            <span className="mb-1 block border-l-2 border-current pl-2 text-small opacity-75">
              {message.replyTo.text ?? t`Deleted message`}
            </span>
          )}
          {message.picture && (
            <HiddenPicture picture={message.picture} name={mine ? t`you` : name} open={mine || !fresh} />
          )}
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
      {message.nudge && <SafetyWarning nudge={message.nudge} />}
    </>
  )
}

function Reactions({ message, name, onTakeBack }: { message: Message; name: string; onTakeBack: () => void }) {
  const { t } = useLingui()
  if (message.reactions.length === 0) return null
  return (
    <span
      className={
        'absolute -right-2 -bottom-3 inline-flex min-h-5.5 items-center gap-1 rounded-full bg-raised px-1.5 ' +
        'text-(length:--text-1) text-accent-text shadow-edge'
      }
    >
      {message.reactions.map(({ emoji, mine }) => (
        <button
          key={`${emoji}${mine}`}
          type="button"
          className="border-0 bg-transparent p-0 leading-none"
          aria-label={mine ? t`${emoji} from you, remove` : t`${emoji} from ${name}`}
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
          label={t`Message actions`}
          tone="ghost"
          size="sm"
          className={
            'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 ' +
            '[@media(hover:none)]:opacity-60'
          }
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
