import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import type { Action } from '@kindred/contract/matching/choices'
import { CallFailed } from '../../api/failure.ts'
import { matching } from '../../api/member-client.ts'
import { compatibilityQuery, decidedQuery, matchesQuery, personQuery } from '../../api/member-queries.ts'
import { usePage } from '../../api/settings.ts'
import { paths, toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useParams } from '../../router/place.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Cover } from '../people/cover.tsx'
import { PersonMenu } from '../people/person-menu.tsx'
import { Story } from '../people/story.tsx'
import { SwipeButtons } from '../people/swipe-buttons.tsx'
import { footOfPhoneClass, mediaClass, peopleBarClass, peoplePageClass, personClass } from '../people/classes.ts'
import { useChoiceTexts, useChoose } from '../people/use-choose.tsx'
import { useLikeWithNote } from '../people/use-like-with-note.tsx'
import { Safety } from './safety.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Reasons } from '../people/fit.tsx'
import type { LikeDetails } from '../people/liking.tsx'

type Answer = Awaited<ReturnType<typeof matching.getCompatibility>>['data']

function ScoreDetails({ answer, name, onClose }: { answer: Answer; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const { percent } = useFormats()
  const { theyMeet, youMeet } = answer
  const [theirs, yours] = [percent((theyMeet ?? 0) / 100), percent((youMeet ?? 0) / 100)]
  return (
    <Dialog side onClose={onClose} title={t`How this score works`}>
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
  )
}

export default function PersonScreen() {
  const { id } = useParams<'/members/$id'>()
  return (
    <MemberFrame layout="wide" barred>
      <div className={`${peoplePageClass} desk:pt-3!`}>
        <BackBar />
        <Gate>
          <Profile key={id} id={id} />
        </Gate>
      </div>
    </MemberFrame>
  )
}

/** Goes back to the same place in a list. In a new tab, it leads to Discover. */
function BackBar() {
  const { t } = useLingui()
  const goBack = () => (history.length > 1 ? history.back() : void navigate({ to: paths.discover }))
  return (
    <div className={`${peopleBarClass} desk:mb-3!`}>
      <Button tone="ghost" className="-ms-3 phone:ms-0" onClick={goBack}>
        <ChevronLeft className="icon rtl:-scale-x-100" />
        {t`Back`}
      </Button>
    </div>
  )
}

function Profile({ id }: { id: string }) {
  const { t } = useLingui()
  const query = useQuery(personQuery(id))
  usePage(query.data?.data.user.firstName ?? t`Profile`)
  if (query.error instanceof CallFailed && query.error.status === 404) return <Nobody />
  return <Loaded query={query}>{({ data }) => <Shown answer={data} />}</Loaded>
}

type PersonAnswer = Awaited<ReturnType<typeof matching.getPerson>>['data']

function Shown({ answer: { user, privacyInfo, ...closeness } }: { answer: PersonAnswer }) {
  const { t } = useLingui()
  const { _id: id, firstName: name } = user
  const [showsDetails, setShowsDetails] = useState(false)
  const fit = useQuery(compatibilityQuery(id))
  const matches = useQuery(matchesQuery)
  const match = matches.data?.data.matches.find((each) => each.user._id === id)
  const swipe = useChoose()
  const choose = (action: Action, details?: LikeDetails) => swipe.choose({ id, name }, action, details)
  const noted = useLikeWithNote(user, (details) => choose('like', details))
  const onLike = matches.isLoading || match ? undefined : noted.like
  const person = { ...user, ...closeness }
  const interval = fit.data?.data.interval ?? null
  const onBlocked = () => void navigate({ to: paths.discover })
  const menu = (
    <PersonMenu
      person={{ id, name }}
      photo={user.pictures[0]}
      onBlocked={onBlocked}
      before={onLike ? [{ label: t`Like with a note`, onSelect: () => onLike('profile') }] : []}
      after={fit.data ? [{ label: t`How this score works`, onSelect: () => setShowsDetails(true) }] : []}
    />
  )
  return (
    <article className={personClass}>
      <h1 className="sr-only" dir="auto">
        {name}
      </h1>
      <div className={mediaClass}>
        <Cover person={person} interval={interval} reasons={fit.data?.data.reasons ?? []} onLike={onLike} menu={menu} />
        <NextStep
          {...{ id, name }}
          matchId={match?._id}
          isLoading={matches.isLoading}
          busy={swipe.busy}
          onChoose={choose}
          onUndo={swipe.undo}
        />
      </div>
      <Story {...{ person, interval, onLike, onBlocked }} reasons={fit.data?.data.reasons.slice(0, 3) ?? []}>
        <div className="grid justify-items-start gap-4 phone:px-5">
          {privacyInfo.hidden.map(({ field, why }) => (
            <p key={field} className="text-small text-muted">
              {why}
            </p>
          ))}
          <Safety id={id} name={name} />
        </div>
      </Story>
      {showsDetails && fit.data && (
        <ScoreDetails answer={fit.data.data} name={name} onClose={() => setShowsDetails(false)} />
      )}
      {noted.dialog}
      {swipe.moment}
    </article>
  )
}

type NextStepProps = {
  id: string
  name: string
  matchId: string | undefined
  isLoading: boolean
  busy: boolean
  onChoose: (action: Action) => void
  onUndo: () => void
}

function NextStep({ id, name, matchId, isLoading, busy, onChoose, onUndo }: NextStepProps) {
  const { data: decided } = useQuery(decidedQuery('discover'))
  const action = decided?.get(id)
  if (isLoading) return <Skeleton height="3.25rem" />
  return (
    <div className={footOfPhoneClass}>
      {matchId ? (
        <Link className={buttonClass('primary', 'lg', 'w-full shadow-lg')} {...toChat(matchId)}>
          <MessageCircle size={20} />
          <Trans context="verb">Message</Trans>
        </Link>
      ) : action && action !== 'later' ? (
        <Chosen {...{ action, name, busy }} onUndo={[...(decided?.keys() ?? [])].at(-1) === id ? onUndo : undefined} />
      ) : (
        <SwipeButtons name={name} busy={busy} onChoose={onChoose} captioned />
      )}
    </div>
  )
}

type ChosenProps = Pick<NextStepProps, 'name' | 'busy'> & { action: Action; onUndo: (() => void) | undefined }

/** The member's choice. Only the last one can be undone. */
function Chosen({ action, name, busy, onUndo }: ChosenProps) {
  const texts = useChoiceTexts()
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 rounded-lg bg-surface p-3 text-ink-2">
      <p>{texts(name)[action]}</p>
      {onUndo && (
        <Button tone="quiet" size="sm" busy={busy} onClick={onUndo}>
          <Trans>Undo</Trans>
        </Button>
      )}
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
