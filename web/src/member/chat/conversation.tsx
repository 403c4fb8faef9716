import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { toast } from '../../ui/toast.tsx'
import { Bubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { useConversation } from './use-conversation.ts'
import { typingDot } from './classes.ts'
import { Log } from './log.tsx'
import { Head } from './conversation-head.tsx'

const NEW_UNTIL = 10

export function Conversation({ match, onLeave }: { match: Match; onLeave: () => void }) {
  const { t } = useLingui()
  const { user } = match
  const talk = useConversation(match._id)
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [editing, setEditing] = useState<Message | null>(null)
  const done = () => {
    setReplyTo(null)
    setEditing(null)
  }
  const attempt = (work: () => Promise<{ data: { message: Message } }>) =>
    void talk.change(work).catch((error: unknown) => toast({ text: errorText(error), bad: true }))
  const at = (message: Message) => ({ id: match._id, messageId: message._id })
  return (
    <section className="flex min-h-0 min-w-0 flex-col phone:flex-1" aria-label={t`Conversation with ${user.firstName}`}>
      <Head match={match} onLeave={onLeave} />
      <Log talk={talk} since={match.createdAt}>
        {(message) => (
          <Bubble
            message={message}
            mine={message.senderId === talk.me}
            name={user.firstName}
            fresh={message.seq <= NEW_UNTIL}
            onReply={setReplyTo}
            onEdit={setEditing}
            onReact={(to, emoji) => attempt(() => matching.react({ params: at(to), body: { emoji } }))}
            onDelete={(to) => attempt(() => matching.deleteMessage({ params: at(to) }))}
            onReport={(to) => void navigate({ to: paths.support, search: { message: to._id, about: user._id } })}
          />
        )}
      </Log>
      {talk.typing && (
        <p className="px-6" role="status">
          <span className="sr-only">{t`${user.firstName} is typing`}</span>
          <span className="inline-flex h-6 items-center gap-1" aria-hidden="true">
            <i className={typingDot} />
            <i className={`${typingDot} opacity-70`} />
            <i className={`${typingDot} opacity-40`} />
          </span>
        </p>
      )}
      <Composer
        key={editing?._id ?? 'new'}
        matchId={match._id}
        name={user.firstName}
        replyTo={replyTo}
        editing={editing}
        onSend={(message) => void talk.send(message)}
        onEdited={(message, text) => attempt(() => matching.editMessage({ params: at(message), body: { text } }))}
        onDone={done}
      />
    </section>
  )
}
