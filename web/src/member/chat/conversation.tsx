import type { Message } from '@kindred/contract/chat/conversations'
import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { CalendarPlus, ChevronLeft, Ellipsis } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { paths, toPerson } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { toast } from '../../ui/toast.tsx'
import { LikeNoteText } from '../people/like-note.tsx'
import { Bubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { saveDraft } from './drafts.ts'
import { useConversation } from './use-conversation.ts'
import { typingDot } from './classes.ts'
import { Log } from './log.tsx'
import type { Open } from './dialogs.tsx'
import type { Acts } from './message-actions.tsx'
import { Link } from '../../router/link.tsx'
import { IconButton, iconButtonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useWords } from '../people/words.ts'
import { setFreshData } from '../../api/fresh-data.ts'

function useMute({ _id, muted, user }: Match): { label: string; toggle: () => void } {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: () => matching.muteMatch({ params: { id: _id }, body: { muted: !muted } }),
    onSuccess: async (answer) => {
      setFreshData(queryClient, ['getMatch', _id], answer)
      toast({
        text: muted
          ? t`Unmuted. We’ll notify you when ${user.firstName} writes.`
          : t`Muted. You’ll still get messages, but no notifications.`,
      })
      await queryClient.invalidateQueries({ queryKey: ['listMatches'] })
    },
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  return { label: muted ? t`Unmute` : t`Mute`, toggle: () => mutate() }
}

const CallButton = lazy(() => import('./later.tsx').then(({ CallButton: button }) => ({ default: button })))

type Props = { match: Match; onPlan: () => void; onOpen: (open: Open) => void }

function Head({ match, onPlan, onOpen }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const { user } = match
  const mute = useMute(match)
  return (
    <header
      className={'flex min-h-19 items-center gap-3 border-b border-line px-6 py-4 phone:min-h-15 phone:gap-1 phone:p-2'}
    >
      <Link
        className={iconButtonClass('ghost', 'desk:hidden')}
        to={paths.matches}
        aria-label={t`Back to all conversations`}
      >
        <ChevronLeft className="icon" />
      </Link>
      <Avatar name={user.firstName} src={user.profilePicture} size={44} />
      <div className="min-w-0 flex-1">
        <h2 className="min-w-0 truncate" dir="auto">
          {user.firstName}
        </h2>
        <p className="truncate text-small text-muted">{words.seen(user)}</p>
      </div>
      <Suspense fallback={<span className="w-11" />}>
        <CallButton matchId={match._id} />
      </Suspense>
      <IconButton label={t`Suggest a date`} tone="ghost" onClick={onPlan}>
        <CalendarPlus size={20} />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={t`More: report, block, unmatch`} tone="ghost">
            <Ellipsis size={20} />
          </IconButton>
        }
        items={[
          { label: t`View profile`, onSelect: () => void navigate(toPerson(user._id)) },
          { label: mute.label, onSelect: mute.toggle },
          { label: t`Unmatch`, onSelect: () => onOpen('unmatch') },
          { label: t`Report`, danger: true, onSelect: () => onOpen('report') },
          { label: t`Block`, danger: true, onSelect: () => onOpen('block') },
        ]}
      />
    </header>
  )
}

const DatePlan = lazy(() => import('../dates/date-plan.tsx'))
const Beginning = lazy(() => import('./empty-chat.tsx'))

const EmptyChat = (props: ComponentProps<typeof Beginning>) => (
  <Suspense>
    <Beginning {...props} />
  </Suspense>
)

const NEW_UNTIL = 10

export function Conversation({ match, onOpen }: { match: Match; onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  const { user } = match
  const talk = useConversation(match._id)
  const { me, change, typing } = talk
  /** The message to reply to or to edit. There is only one at a time. */
  const [about, setAbout] = useState<{ replyTo?: Message; editing?: Message }>({})
  // A picked suggestion replaces the text, so a new key remounts the field.
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
    onReport: (report) => onOpen({ report }),
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col phone:flex-1" aria-label={t`Conversation with ${user.firstName}`}>
      <Top match={match} onOpen={onOpen} />
      <Log
        talk={talk}
        since={match.createdAt}
        likes={<Likes match={match} />}
        empty={<EmptyChat user={user} onPick={pick} />}
      >
        {(message, place) => (
          <Bubble
            {...place}
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

function Top({ match, onOpen }: { match: Match; onOpen: (open: Open) => void }) {
  const [isPlanning, setPlanning] = useState(false)
  return (
    <>
      <Head match={match} onPlan={() => setPlanning(true)} onOpen={onOpen} />
      <Suspense>
        <DatePlan match={match} isPlanning={isPlanning} onPlanning={setPlanning} />
      </Suspense>
    </>
  )
}

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
