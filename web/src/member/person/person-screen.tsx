import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Heart, MessageCircle, Star, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Action } from '@kindred/contract/matching/choices'
import { CallFailed } from '../../api/failure.ts'
import { matching } from '../../api/member-client.ts'
import { compatibilityQuery, matchesQuery, personQuery } from '../../api/member-queries.ts'
import { usePage } from '../../api/settings.ts'
import { paths, toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useParams } from '../../router/place.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { About } from '../people/about.tsx'
import { Photos } from '../people/photos.tsx'
import { Why } from '../people/why.tsx'
import { linkClass } from '../../ui/classes.ts'
import { footOfPhoneClass, mediaClass, peopleBarClass, peoplePageClass, personClass } from '../people/classes.ts'
import { useLikeWithNote } from '../people/use-like-with-note.tsx'
import { Safety } from './safety.tsx'
import { ActButton } from '../../ui/act-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Reasons } from '../people/fit.tsx'
import { type CallName, reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import type { LikeDetails } from '../people/liking.tsx'
import { useAction } from '../use-action.ts'

type Swiping = {
  choose: (action: Action, details?: LikeDetails) => void
  busy: boolean
  text?: string | undefined
}

/** Requests whose responses change after a swipe. */
const CHANGED: readonly CallName[] = [
  'discover',
  'getAllowance',
  'searchPeople',
  'listLikes',
  'listGivenLikes',
  'listMatches',
  'listEndedMatches',
]

function useSwipe(id: string, name: string): Swiping {
  const { t } = useLingui()
  const { run, busy, text } = useAction()
  const queryClient = useQueryClient()
  const choose = (action: Action, details?: LikeDetails) =>
    void run(async () => {
      const { data } = await matching.choose({ body: { userId: id, action, ...details } })
      void reload(queryClient, ...CHANGED)
      if (data.match) {
        toast({ text: t`You and ${name} like each other.` })
        return navigate(toChat(data.match._id))
      }
      const texts = { like: t`You like ${name}.`, superlike: t`Super liked ${name}.`, pass: t`You passed on ${name}.` }
      toast({ text: texts[action] })
    })
  return { choose, busy, text }
}

type Answer = Awaited<ReturnType<typeof matching.getCompatibility>>['data']

function ScoreDetails({ answer, name }: { answer: Answer; name: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { percent } = useFormats()
  const { theyMeet, youMeet } = answer
  const [theirs, yours] = [percent((theyMeet ?? 0) / 100), percent((youMeet ?? 0) / 100)]
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>{t`How this score works`}</button>
      <Dialog side open={open} onClose={() => setOpen(false)} title={t`How this score works`}>
        <p>{answer.explanation}</p>
        {theyMeet !== null && (
          <p>
            <Trans>
              {name} matches {theirs} of what you’re looking for, weighted by what matters to you. You match {yours} of
              what they’re looking for.
            </Trans>
          </p>
        )}
        <Reasons reasons={answer.reasons} />
      </Dialog>
    </>
  )
}

/** The deck's buttons, without its keyboard shortcuts and undo. */
function SwipeButtons({ name, choose, busy, text }: Swiping & { name: string }) {
  const { t } = useLingui()
  return (
    <div className={`grid gap-3 ${footOfPhoneClass}`}>
      <ErrorNote>{text}</ErrorNote>
      <div
        className="grid grid-cols-3 gap-3 phone:flex phone:justify-center phone:gap-8 phone:py-2"
        role="group"
        aria-label={t`What do you think of ${name}?`}
      >
        <ActButton icon={<X />} disabled={busy} onClick={() => choose('pass')}>{t`Pass`}</ActButton>
        <ActButton kind="super" icon={<Star />} disabled={busy} onClick={() => choose('superlike')}>
          <Trans>Super like</Trans>
        </ActButton>
        <ActButton kind="like" icon={<Heart />} disabled={busy} onClick={() => choose('like')}>
          <Trans>Like</Trans>
        </ActButton>
      </div>
    </div>
  )
}

export default function PersonScreen() {
  const { id } = useParams<'/members/$id'>()
  return (
    <MemberFrame layout="wide" barred>
      <div className={`${peoplePageClass} pt-3! phone:pt-0!`}>
        <BackBar />
        <Gate>
          <Profile key={id} id={id} />
        </Gate>
      </div>
    </MemberFrame>
  )
}

/** Phones have no other back button. In a new tab, the bar links to Discover. */
function BackBar() {
  const { t } = useLingui()
  const goBack = () => (history.length > 1 ? history.back() : void navigate({ to: paths.discover }))
  return (
    <div className={`${peopleBarClass} desk:hidden`}>
      <IconButton label={t`Back`} tone="ghost" onClick={goBack}>
        <ChevronLeft className="icon" />
      </IconButton>
    </div>
  )
}

function Profile({ id }: { id: string }) {
  const { t } = useLingui()
  const query = useQuery(personQuery(id))
  usePage(query.data?.data.user.firstName ?? t`Profile`)
  useEffect(() => {
    if (query.isSuccess) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [query.isSuccess])
  if (query.error instanceof CallFailed && query.error.status === 404) return <Nobody />
  return <Loaded query={query}>{({ data }) => <Shown answer={data} />}</Loaded>
}

type PersonAnswer = Awaited<ReturnType<typeof matching.getPerson>>['data']

function Shown({ answer: { user, privacyInfo, ...closeness } }: { answer: PersonAnswer }) {
  const { _id: id, firstName: name } = user
  const fit = useQuery(compatibilityQuery(id))
  const matches = useQuery(matchesQuery)
  const match = matches.data?.data.matches.find((each) => each.user._id === id)
  const swipe = useSwipe(id, name)
  const noted = useLikeWithNote(user, (details) => swipe.choose('like', details))
  const onLike = matches.isLoading || match ? undefined : noted.like
  return (
    <article className={personClass}>
      <h1 className="sr-only" dir="auto">
        {name}
      </h1>
      <div className={mediaClass}>
        <Photos pictures={user.pictures} name={name} onLike={onLike} />
        <NextStep name={name} matchId={match?._id} isLoading={matches.isLoading} swipe={swipe} />
      </div>
      <About
        person={{ ...user, ...closeness }}
        interval={fit.data?.data.interval ?? null}
        reasons={fit.data?.data.reasons.slice(0, 3) ?? []}
        onLike={onLike}
        links={
          <div className="grid justify-items-start gap-4">
            {onLike && (
              <button type="button" className={linkClass} onClick={() => onLike('profile')}>
                <Trans>Like with a note</Trans>
              </button>
            )}
            <Why id={id} />
            {fit.data && <ScoreDetails answer={fit.data.data} name={name} />}
            {privacyInfo.hidden.map(({ field, why }) => (
              <p key={field} className="text-small text-muted">
                {why}
              </p>
            ))}
            <Safety id={id} name={name} />
          </div>
        }
      />
      {noted.dialog}
    </article>
  )
}

type NextStepProps = { name: string; matchId: string | undefined; isLoading: boolean; swipe: Swiping }

function NextStep({ name, matchId, isLoading, swipe }: NextStepProps) {
  if (isLoading) return <Skeleton height="3.25rem" />
  if (!matchId) return <SwipeButtons name={name} {...swipe} />
  return (
    <div className={`${footOfPhoneClass} phone:py-3`}>
      <Link className={buttonClass('primary', 'lg', 'w-full')} {...toChat(matchId)}>
        <MessageCircle size={20} />
        <Trans context="verb">Message</Trans>
      </Link>
    </div>
  )
}

function Nobody() {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`Profile not available`}
      action={<Link className={buttonClass()} to={paths.discover}>{t`Discover people`}</Link>}
    >
      {t`This profile doesn’t exist, or you can’t see it.`}
    </EmptyState>
  )
}
