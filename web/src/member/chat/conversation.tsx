import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { toast } from '../../ui/toast.tsx'
import { LikeNoteText } from '../people/like-note.tsx'
import { Bubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { saveDraft } from './drafts.ts'
import { useConversation } from './use-conversation.ts'
import { typingDot } from './classes.ts'
import { Log } from './log.tsx'
import { Head } from './conversation-head.tsx'
import type { Acts } from './message-actions.tsx'

const DatePlan = lazy(() => import('../dates/date-plan.tsx'))
const Beginning = lazy(() => import('./empty-chat.tsx'))

const EmptyChat = (props: ComponentProps<typeof Beginning>) => (
  <Suspense>
    <Beginning {...props} />
  </Suspense>
)

const NEW_UNTIL = 10

export function Conversation({ match, onLeave }: { match: Match; onLeave: () => void }) {
  const { t } = useLingui()
  const { user } = match
  const talk = useConversation(match._id)
  const { me, change, typing } = talk
  /** The message that is answered or edited: one at a time. */
  const [about, setAbout] = useState<{ replyTo?: Message; editing?: Message }>({})
  // A picked first line replaces what is in the field, so the field begins anew.
  const [picks, setPicks] = useState(0)
  const pick = (text: string) => {
    saveDraft(match._id, text)
    setPicks(picks + 1)
  }
  const attempt = (work: () => Promise<{ data: { message: Message } }>) =>
    void change(work).catch((error: unknown) => toast({ text: errorText(error), bad: true }))
  const at = (message: Message) => ({ id: match._id, messageId: message._id })
  const acts: Acts = {
    onReply: (replyTo) => setAbout({ replyTo }),
    onEdit: (editing) => setAbout({ editing }),
    onReact: (to, emoji) => attempt(() => matching.react({ params: at(to), body: { emoji } })),
    onDelete: (to) => attempt(() => matching.deleteMessage({ params: at(to) })),
    onReport: (to) => void navigate({ to: paths.support, search: { message: to._id, about: user._id } }),
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col phone:flex-1" aria-label={t`Conversation with ${user.firstName}`}>
      <Top match={match} onLeave={onLeave} />
      <Log
        talk={talk}
        since={match.createdAt}
        likes={<Likes match={match} />}
        empty={<EmptyChat user={user} onPick={pick} />}
      >
        {(message, isFound) => (
          <Bubble
            found={isFound}
            message={message}
            mine={message.senderId === me}
            name={user.firstName}
            fresh={message.seq <= NEW_UNTIL}
            {...acts}
          />
        )}
      </Log>
      {typing && <Typing name={user.firstName} />}
      <Composer
        key={`${about.editing?._id ?? 'new'} ${picks}`}
        isPicked={picks > 0}
        matchId={match._id}
        name={user.firstName}
        replyTo={about.replyTo ?? null}
        editing={about.editing ?? null}
        onSend={(message) => void talk.send(message)}
        onEdited={(message, text) => attempt(() => matching.editMessage({ params: at(message), body: { text } }))}
        onDone={() => setAbout({})}
      />
    </section>
  )
}

/** Who it is with, and what the two plan. */
function Top({ match, onLeave }: { match: Match; onLeave: () => void }) {
  const [isPlanning, setPlanning] = useState(false)
  return (
    <>
      <Head match={match} onPlan={() => setPlanning(true)} onLeave={onLeave} />
      <Suspense>
        <DatePlan match={match} isPlanning={isPlanning} onPlanning={setPlanning} />
      </Suspense>
    </>
  )
}

/** What each said with their like, if they did. */
const Likes = ({ match: { theirLike, yourLike, user } }: { match: Match }) =>
  (theirLike || yourLike) && (
    <div className="mx-auto grid w-full max-w-md gap-2 pb-2">
      {theirLike && <LikeNoteText like={theirLike} name={user.firstName} received />}
      {yourLike && <LikeNoteText like={yourLike} name={user.firstName} received={false} />}
    </div>
  )

function Typing({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <p className="px-6" role="status">
      <span className="sr-only">{t`${name} is typing`}</span>
      <span className="inline-flex h-6 items-center gap-1" aria-hidden="true">
        <i className={typingDot} />
        <i className={`${typingDot} opacity-70`} />
        <i className={`${typingDot} opacity-40`} />
      </span>
    </p>
  )
}
