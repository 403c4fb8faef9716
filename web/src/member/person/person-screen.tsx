import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, MessageCircle } from 'lucide-react'
import { useEffect } from 'react'
import { CallFailed } from '../../api/failure.ts'
import type { matching } from '../../api/member-client.ts'
import { compatibilityQuery, matchesQuery, personQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths, toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { useParams } from '../../router/place.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
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
import { ScoreDetails } from './score-details.tsx'
import { Decide } from './decide.tsx'
import { useChoice, type Choosing } from './use-choice.ts'

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

/** A phone has no other way back. In a tab of its own, it leads to Discover. */
function BackBar() {
  const { t } = useLingui()
  const goBack = () => (history.length > 1 ? history.back() : void navigate({ to: paths.discover }))
  return (
    <div className={`${peopleBarClass} desk:hidden`}>
      <IconButton label={t`Back`} tone="ghost" onClick={goBack}>
        <ChevronLeft className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function Profile({ id }: { id: string }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const query = useQuery(personQuery(id))
  usePage(query.data?.data.user.firstName ?? t`Profile`, brand)
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
  const choice = useChoice(id, name)
  const noted = useLikeWithNote(user, (details) => choice.choose('like', details))
  const onLike = matches.isLoading || match ? undefined : noted.like
  return (
    <article className={personClass}>
      <h1 className="sr-only" dir="auto">
        {name}
      </h1>
      <div className={mediaClass}>
        <Photos pictures={user.pictures} name={name} onLike={onLike} />
        <NextStep name={name} matchId={match?._id} isLoading={matches.isLoading} choice={choice} />
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

type NextStepProps = { name: string; matchId: string | undefined; isLoading: boolean; choice: Choosing }

/** The conversation with a match; a choice about anyone else. */
function NextStep({ name, matchId, isLoading, choice }: NextStepProps) {
  if (isLoading) return <Skeleton height="3.25rem" />
  if (!matchId) return <Decide name={name} {...choice} />
  return (
    <div className={`${footOfPhoneClass} phone:py-3`}>
      <Link className={buttonClass('primary', 'lg', 'w-full')} {...toChat(matchId)}>
        <MessageCircle size={20} aria-hidden="true" />
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
      action={
        <Link className={buttonClass()} to={paths.discover}>
          <Trans>Discover people</Trans>
        </Link>
      }
    >
      <Trans>This profile doesn’t exist, or you can’t see it.</Trans>
    </EmptyState>
  )
}
