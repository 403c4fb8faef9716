import type { Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { MoreButton } from '../../ui/more-button.tsx'
import { useConversation, type Outgoing } from './use-conversation.ts'
import { useEnd } from './use-end.ts'
import { failedClass, logClass, messageClass, mineClass, sentClass } from './classes.ts'

type Talk = ReturnType<typeof useConversation>
type LogProps = { talk: Talk; since: string; children: (message: Message) => React.ReactNode }

/** The messages in order, with the days between them. They stay scrolled to the end unless the member reads up. */
export function Log({ talk, since, children }: LogProps) {
  const { t, i18n } = useLingui()
  const { messages, outgoing, query, readTo, deliveredTo, me } = talk
  const day = (iso: string) => i18n.date(new Date(iso), { weekday: 'long', day: 'numeric', month: 'long' })
  const box = useEnd(messages.at(-1)?._id, outgoing.length)
  const lastMine = messages.findLast(({ senderId }) => senderId === me)
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the log has to scroll by keyboard too
    <div className={logClass} ref={box} role="log" aria-label={t`Messages`} tabIndex={0}>
      <MoreButton query={query} tone="ghost" size="sm" className="self-center">
        <Trans>Earlier messages</Trans>
      </MoreButton>
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
        <SendingMessage key={message.clientId} message={message} onAgain={() => void talk.send(message)} />
      ))}
    </div>
  )
}

function SendingMessage({ message, onAgain }: { message: Outgoing; onAgain: () => void }) {
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
