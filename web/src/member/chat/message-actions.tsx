import { emojis, type Message } from '@kindred/contract/chat/conversations'
import { useLingui } from '@lingui/react/macro'
import { Copy, Ellipsis, Flag, Pencil, Reply, Trash2 } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Menu, type MenuHandle, type MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'

export type Acts = {
  onReply: (message: Message) => void
  onReact: (message: Message, emoji: (typeof emojis)[number] | null) => void
  onEdit: (message: Message) => void
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
  onBlock: () => void
  onPhotoOpened: () => void
}

type Props = Acts & { message: Message; mine: boolean; handle: Ref<MenuHandle> }

export function MessageActions({ message, mine, handle, ...acts }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const excerpt = excerptOf(message.text ?? (message.voice ? t`Voice note` : t`Photo`))
  const items = useItems(message, mine, excerpt, acts)
  const reaction = message.reactions.find((each) => each.mine)?.emoji
  const name = t`Actions for “${excerpt}”`
  return (
    <Menu
      handle={handle}
      label={name}
      trigger={
        <IconButton label={name} tone="ghost" size="sm" className={quietClass}>
          <Ellipsis size={18} />
        </IconButton>
      }
      bar={emojis.map((emoji) => ({
        label: emoji === reaction ? t`Remove ${emoji}` : t`React with ${emoji}`,
        content: emoji,
        isOn: emoji === reaction,
        onSelect: () => acts.onReact(message, emoji === reaction ? null : emoji),
      }))}
      items={items}
      foot={formats.dayAndTime(message.createdAt)}
    />
  )
}

/** Without a mouse, a long press opens the menu. The button remains for keyboards and screen readers. */
const quietClass =
  'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 ' +
  '[@media(hover:none)]:not-focus-visible:sr-only'

/** As long as the server allows it (EDITABLE_FOR in server/src/features/chat/rules.ts). */
const EDITABLE_FOR = 15 * 60_000

function useIsEditable(createdAt: string): boolean {
  const until = Date.parse(createdAt) + EDITABLE_FOR
  const [isEditable, setEditable] = useState(() => Date.now() < until)
  useEffect(() => {
    if (!isEditable) return undefined
    const timer = setTimeout(() => setEditable(false), until - Date.now())
    return () => clearTimeout(timer)
  }, [isEditable, until])
  return isEditable
}

function useItems(message: Message, mine: boolean, excerpt: string, acts: Acts): MenuItem[] {
  const { t } = useLingui()
  const copy = useCopy()
  const isEditable = useIsEditable(message.createdAt)
  const { text } = message
  const reply = {
    label: t`Reply`,
    name: t`Reply to “${excerpt}”`,
    icon: <Reply size={18} />,
    onSelect: () => acts.onReply(message),
  }
  const edit = {
    label: t`Edit`,
    name: t`Edit “${excerpt}”`,
    icon: <Pencil size={18} />,
    onSelect: () => acts.onEdit(message),
  }
  const remove = {
    label: t`Delete for both`,
    name: t`Delete for both: “${excerpt}”`,
    icon: <Trash2 size={18} />,
    danger: true,
    onSelect: () => acts.onDelete(message),
  }
  const report = {
    label: t`Report`,
    name: t`Report “${excerpt}”`,
    icon: <Flag size={18} />,
    danger: true,
    onSelect: () => acts.onReport(message),
  }
  const last = mine ? remove : report
  if (text === null) return [reply, last]
  const copied = {
    label: t`Copy`,
    name: t`Copy “${excerpt}”`,
    icon: <Copy size={18} />,
    onSelect: () => void copy(text),
  }
  return mine && isEditable ? [reply, copied, edit, last] : [reply, copied, last]
}

function useCopy(): (text: string) => Promise<void> {
  const { t } = useLingui()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ text: t`Message copied` })
    } catch {
      toast({ text: t`We couldn’t copy this message. Your browser doesn’t allow it here.`, bad: true })
    }
  }
}

const LONGEST = 40
const excerptOf = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text)
