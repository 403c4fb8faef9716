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
    <section className="convo" aria-label={t`Conversation with ${user.firstName}`}>
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
          <span className="sr">{t`${user.firstName} is writing`}</span>
          <span className="typing" aria-hidden="true">
            <i />
            <i />
            <i />
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
    <header>
      <Link className="btn ghost icon only-phone" to={paths.matches} aria-label={t`Back to all conversations`}>
        <ChevronLeft className="i" aria-hidden="true" />
      </Link>
      <Avatar name={user.firstName} src={small(user.profilePicture)} size={44} />
      <div className="grow min-w-0">
        <h2 className="trunc" dir="auto">
          {user.firstName}
        </h2>
        <p className="small muted">{words.seen(user)}</p>
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
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be scrolled by the keyboard too
    <div className="log" ref={box} role="log" aria-label={t`Messages`} tabIndex={0}>
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
      <p className="day">
        <Trans>You matched on {i18n.date(new Date(since), { day: 'numeric', month: 'long' })}</Trans>
      </p>
      {messages.map((message, at) => (
        <Fragment key={message._id}>
          {day(message.createdAt) !== day(messages[at - 1]?.createdAt ?? '1970-01-01') && (
            <p className="day">{day(message.createdAt)}</p>
          )}
          {children(message)}
          {message === lastMine && message === messages.at(-1) && (
            <p className="sent">
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
      <p className={`msg mine ${message.failed ? 'failed' : 'opacity-70'}`} dir="auto">
        {message.text ?? message.preview}
      </p>
      {message.failed ? (
        <p className="sent bad" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          <Trans>Not sent.</Trans>{' '}
          <button type="button" onClick={onAgain}>
            <Trans>Try again</Trans>
          </button>
        </p>
      ) : (
        <p className="sent">
          <Trans>Sending</Trans>
        </p>
      )}
    </>
  )
}
