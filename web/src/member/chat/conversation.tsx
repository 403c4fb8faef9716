import type { Message } from '@kindred/contract/chat/conversations'
import type { DatePlan as Plan } from '@kindred/contract/chat/plans'
import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { CalendarHeart, CalendarPlus, ChevronLeft, Ellipsis } from 'lucide-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { paths, toPerson } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Bubble } from './bubble.tsx'
import { Composer } from './composer.tsx'
import { saveDraft } from './drafts.ts'
import { useConversation } from './use-conversation.ts'
import { useMustShowAge } from '../../session/age.ts'
import { typingDot } from './classes.ts'
import { Log } from './log.tsx'
import { PlanDialogs, usePlanCards } from '../dates/use-plan-cards.tsx'
import type { Open } from './dialogs.tsx'
import type { Acts } from './message-actions.tsx'
import { usePhotoBlur } from './photo-blur.ts'
import { Link } from '../../router/link.tsx'
import { Button, IconButton, iconButtonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useWords } from '../people/words.ts'
import { useSettings } from '../../api/settings.ts'
import { MyTurn, TheirTurn, useFirstTurn } from '../people/first-message.tsx'
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

const DeleteDialog = lazy(() => import('./later.tsx').then(({ DeleteDialog: dialog }) => ({ default: dialog })))
const CallButton = lazy(() => import('./later.tsx').then(({ CallButton: button }) => ({ default: button })))

type Props = { match: Match; isWaiting: boolean; hasDate: boolean; onPlan: () => void; onOpen: (open: Open) => void }

function Head({ match, isWaiting, hasDate, onPlan, onOpen }: Props) {
  const { t } = useLingui()
  const words = useWords()
  const { user } = match
  const mute = useMute(match)
  const { house } = useSettings()
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
        <p className="truncate text-small text-muted">
          {[match.kind === 'friends' && t`Friends`, words.seen(user)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {house?.calls !== false && !isWaiting && (
        <Suspense fallback={<span className="w-11" />}>
          <CallButton matchId={match._id} />
        </Suspense>
      )}
      {house?.datePlans !== false && !isWaiting && !hasDate && (
        <Button tone="ghost" aria-label={t`Suggest a date`} onClick={onPlan}>
          <CalendarPlus size={20} />
          <span className="phone:sr-only">
            <Trans>Suggest a date</Trans>
          </span>
        </Button>
      )}
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

const Heading = lazy(() => import('../dates/date-plan.tsx').then((all) => ({ default: all.Heading })))
const LikeNoteText = lazy(() => import('../people/like-note.tsx').then((all) => ({ default: all.LikeNoteText })))
const Beginning = lazy(() => import('./empty-chat.tsx'))

const AgeFirst = lazy(() => import('../age/age-first.tsx'))

const EmptyChat = (props: ComponentProps<typeof Beginning>) => (
  <Suspense>
    <Beginning {...props} />
  </Suspense>
)

export function Conversation({ match, onOpen }: { match: Match; onOpen: (open: Open) => void }) {
  const { t } = useLingui()
  const { user } = match
  const talk = useConversation(match._id)
  const { isBlurred, onPhotoOpened } = usePhotoBlur(match._id)
  const [isPlanning, setPlanning] = useState(false)
  const { plan, cards } = usePlanCards(match, () => setPlanning(true))
  const first = useFirstTurn(match)
  const mustShowAge = useMustShowAge()
  const turn = match.lastMessage || talk.messages.length > 0 ? 'either' : first
  const { me, change, typing } = talk
  /** The message to reply to or to edit. There is only one at a time. */
  const [chosen, setAbout] = useState<{ replyTo?: Message; editing?: Message }>({})
  // Deleting the message, on either side, also ends the reply or edit.
  const isGone = talk.messages.some(
    ({ _id, deletedAt }) => deletedAt && _id === (chosen.replyTo ?? chosen.editing)?._id,
  )
  const about = isGone ? {} : chosen
  const [deleting, setDeleting] = useState<Message>()
  // A picked suggestion replaces the text, so a new key remounts the field.
  const [picks, setPicks] = useState(0)
  const pick = (text: string) => {
    saveDraft(match._id, text)
    setPicks(picks + 1)
  }
  const attempt = (work: () => Promise<{ data: { message: Message } }>): Promise<boolean> =>
    change(work).then(
      () => true,
      (error: unknown) => {
        toast({ text: errorText(error), bad: true })
        return false
      },
    )
  const at = (message: Message) => ({ id: match._id, messageId: message._id })
  const acts: Acts = {
    onReply: (replyTo) => setAbout({ replyTo }),
    onEdit: (editing) => setAbout({ editing }),
    onReact: (to, emoji) => void attempt(() => matching.react({ params: at(to), body: { emoji } })),
    onDelete: setDeleting,
    onReport: (report) => onOpen({ report }),
    onBlock: () => onOpen('block'),
    onPhotoOpened,
  }
  return (
    <section className="flex min-h-0 min-w-0 flex-col phone:flex-1" aria-label={t`Conversation with ${user.firstName}`}>
      <Head
        match={match}
        isWaiting={turn === 'theirs' || mustShowAge}
        hasDate={plan?.state === 'accepted'}
        onPlan={() => setPlanning(true)}
        onOpen={onOpen}
      />
      {plan && (plan.state === 'proposed' || plan.state === 'accepted') && (
        <PlanBar plan={plan} name={user.firstName} />
      )}
      <PlanDialogs match={match} plan={plan} isPlanning={isPlanning} onEnd={() => setPlanning(false)} />
      <Log
        talk={talk}
        cards={cards}
        since={match.createdAt}
        likes={<Likes match={match} />}
        empty={turn === 'theirs' || mustShowAge ? null : <EmptyChat user={user} onPick={pick} />}
      >
        {(message, place) => (
          <Bubble
            {...place}
            message={message}
            mine={message.senderId === me}
            name={user.firstName}
            isBlurred={isBlurred}
            {...acts}
          />
        )}
      </Log>
      {deleting && (
        <Suspense>
          <DeleteDialog
            onClose={() => setDeleting(undefined)}
            onDelete={() => {
              setDeleting(undefined)
              void attempt(() => matching.deleteMessage({ params: at(deleting) }))
            }}
          />
        </Suspense>
      )}
      {typing && <Typing name={user.firstName} />}
      {turn === 'mine' && !mustShowAge && <MyTurn name={user.firstName} />}
      {mustShowAge ? (
        <Suspense>
          <AgeFirst />
        </Suspense>
      ) : turn === 'theirs' ? (
        <div className="px-6 pt-3 pb-5 phone:px-3">
          <TheirTurn name={user.firstName} />
        </div>
      ) : (
        <Composer
          key={`${about.editing?._id ?? 'new'} ${picks}`}
          isPicked={picks > 0}
          matchId={match._id}
          name={user.firstName}
          replyTo={about.replyTo ?? null}
          editing={about.editing ?? null}
          onSend={(message) => void talk.send(message)}
          onEdited={(message, text) => attempt(() => matching.editMessage({ params: at(message), body: { text } }))}
          // Another message may have been chosen meanwhile.
          onDone={() => {
            setAbout((now) => (now === chosen ? {} : now))
            // The field of the edit disappears with the focus.
            if (about.editing) setPicks(picks + 1)
          }}
        />
      )}
    </section>
  )
}

/** Leads to the open suggestion or date, which may have scrolled away. */
function PlanBar({ plan, name }: { plan: Plan; name: string }) {
  const show = () => {
    const card = document.getElementById(plan._id)
    card?.scrollIntoView({ block: 'center' })
    card?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      className={
        'flex min-h-(--control) w-full items-center gap-2 border-0 border-b border-line bg-sunken px-6 py-2 text-start ' +
        'text-small font-medium text-ink phone:px-4'
      }
      onClick={show}
    >
      <CalendarHeart className="icon text-accent" size={18} />
      <span className="min-w-0 flex-1 truncate">
        <Suspense>
          <Heading plan={plan} name={name} />
        </Suspense>
      </span>
      <span className="text-accent-text underline underline-offset-[0.2em]">
        <Trans>Show</Trans>
      </span>
    </button>
  )
}

const Likes = ({ match: { theirLike, yourLike, user } }: { match: Match }) =>
  (theirLike || yourLike) && (
    <div className="mx-auto grid w-full max-w-md gap-2 pb-2">
      <Suspense fallback={<Skeleton height="3.5rem" />}>
        {theirLike && <LikeNoteText like={theirLike} name={user.firstName} received isOfBoth />}
        {yourLike && <LikeNoteText like={yourLike} name={user.firstName} received={false} isOfBoth />}
      </Suspense>
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
