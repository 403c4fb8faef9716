import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, CircleAlert, Ellipsis } from 'lucide-react'
import { Fragment, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { meeting } from '../../api/member-client.ts'
import { paths, toPerson } from '../../paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { toast } from '../../ui/toast.tsx'
import { small } from '../people/photo.tsx'
import { useWords } from '../people/words.ts'
import { Bubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { useMute } from './use-mute.ts'
import { useConversation, type Outgoing } from './use-conversation.ts'
import { useEnd } from './use-end.ts'
import { failedClass, logClass, messageClass, mineClass, sentClass, typingDot } from './classes.ts'
import { iconButtonClass } from '../../ui/button.tsx'

const NEW_UNTIL = 10

export function Conversation({ match, onLeave }: { match: Match; onLeave: () => void }) {
  const { t } = useLingui()
  const { user } = match
  const talk = useConversation(match._id)
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [editing, setEditing] = useState<Message | null>(null)
  const navigate = useNavigate()
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
            onReact={(to, emoji) => attempt(() => meeting.react({ params: at(to), body: { emoji } }))}
            onDelete={(to) => attempt(() => meeting.deleteMessage({ params: at(to) }))}
            onReport={(to) => void navigate({ to: paths.support, search: { message: to._id, about: user._id } })}
          />
        )}
      </Log>
      {talk.typing && (
        <p className="px-6" role="status">
          <span className="sr-only">{t`${user.firstName} is writing`}</span>
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
        onEdited={(message, text) => attempt(() => meeting.editMessage({ params: at(message), body: { text } }))}
        onDone={done}
      />
    </section>
  )
}

function Head({ match, onLeave }: { match: Match; onLeave: () => void }) {
  const { t } = useLingui()
  const words = useWords()
  const navigate = useNavigate()
  const { user } = match
  const mute = useMute(match)
  const profile = (hash?: string) => void navigate({ ...toPerson(user._id), ...(hash ? { hash } : {}) })
  return (
    <header
      className={'flex min-h-19 items-center gap-3 border-b border-line px-6 py-4 phone:min-h-15 phone:gap-2 phone:p-2'}
    >
      <Link
        className={iconButtonClass('ghost', 'desk:hidden')}
        to={paths.matches}
        aria-label={t`Back to all conversations`}
      >
        <ChevronLeft className="icon" aria-hidden="true" />
      </Link>
      <Avatar name={user.firstName} src={small(user.profilePicture)} size={44} />
      <div className="min-w-0 flex-1">
        <h2 className="min-w-0 truncate" dir="auto">
          {user.firstName}
        </h2>
        <p className="text-small text-muted">{words.seen(user)}</p>
      </div>
      <Menu
        trigger={
          <IconButton label={t`More: report, block, unmatch`} tone="ghost">
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
        items={[
          { label: t`Whole profile`, onSelect: () => profile() },
          { label: t`Report or block`, onSelect: () => profile('safety') },
          { label: mute.label, onSelect: mute.toggle },
          { label: t`Unmatch`, danger: true, onSelect: onLeave },
        ]}
      />
    </header>
  )
}

type Talk = ReturnType<typeof useConversation>
type LogProps = { talk: Talk; since: string; children: (message: Message) => React.ReactNode }

/** The words in their order, with the days between them; it stays at its end unless somebody reads further up. */
function Log({ talk, since, children }: LogProps) {
  const { t, i18n } = useLingui()
  const { messages, outgoing, query, readTo, deliveredTo, me } = talk
  const day = (iso: string) => i18n.date(new Date(iso), { weekday: 'long', day: 'numeric', month: 'long' })
  const box = useEnd(messages.at(-1)?._id, outgoing.length)
  const lastMine = messages.findLast(({ senderId }) => senderId === me)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the log has to scroll by keyboard too
    <div className={logClass} ref={box} role="log" aria-label={t`Messages`} tabIndex={0}>
      {query.hasNextPage && (
        <Button
          tone="ghost"
          size="sm"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Earlier words</Trans>
        </Button>
      )}
      <p className="self-center pt-3 pb-2 text-caption text-muted">
        <Trans>You matched on {i18n.date(new Date(since), { day: 'numeric', month: 'long' })}</Trans>
      </p>
      {messages.map((message, at) => (
        <Fragment key={message._id}>
          {day(message.createdAt) !== day(messages[at - 1]?.createdAt ?? '1970-01-01') && (
            <p className="self-center pt-3 pb-2 text-caption text-muted">{day(message.createdAt)}</p>
          )}
          {children(message)}
          {message === lastMine && message === messages.at(-1) && (
            <p className={`${sentClass} text-muted`}>
              {readTo !== null && message.seq <= readTo ? (
                <Trans>Read</Trans>
              ) : deliveredTo !== null && message.seq <= deliveredTo ? (
                <Trans>Delivered</Trans>
              ) : (
                <Trans>Sent</Trans>
              )}
            </p>
          )}
        </Fragment>
      ))}
      {outgoing.map((message) => (
        <OnItsWay key={message.clientId} message={message} onAgain={() => void talk.send(message)} />
      ))}
    </div>
  )
}

function OnItsWay({ message, onAgain }: { message: Outgoing; onAgain: () => void }) {
  return (
    <>
      <p className={`${messageClass} ${message.failed ? failedClass : `${mineClass} opacity-70`}`} dir="auto">
        {message.text ?? message.preview}
      </p>
      {message.failed ? (
        <p className={`${sentClass} font-medium text-danger`} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          <Trans>Not sent.</Trans>{' '}
          <button
            type="button"
            className="border-0 bg-transparent px-0.5 py-0 underline underline-offset-[0.2em]"
            onClick={onAgain}
          >
            <Trans>Try again</Trans>
          </button>
        </p>
      ) : (
        <p className={`${sentClass} text-muted`}>
          <Trans>Sending</Trans>
        </p>
      )}
    </>
  )
}
