import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CallFailed } from '../../api/failure.ts'
import { matching } from '../../api/member-client.ts'
import { compatibilityQuery, matchesQuery, personQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { paths, toChat } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParams } from '../../router/place.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { About } from '../people/about.tsx'
import { Reasons } from '../people/fit.tsx'
import { Photos } from '../people/photos.tsx'
import { Why } from '../people/why.tsx'
import { linkClass } from '../../ui/classes.ts'
import { footOfPhoneClass, mediaClass, peoplePageClass, personClass } from '../people/classes.ts'
import { Safety } from './safety.tsx'
import { Decide } from './decide.tsx'

export default function PersonScreen() {
  const { id } = useParams<'/members/$id'>()
  return (
    <MemberFrame layout="wide" barred>
      <div className={`${peoplePageClass} pt-3!`}>
        <Gate>
          <Profile key={id} id={id} />
        </Gate>
      </div>
    </MemberFrame>
  )
}

function Profile({ id }: { id: string }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const query = useQuery(personQuery(id))
  const fit = useQuery({ ...compatibilityQuery(id), enabled: query.isSuccess })
  usePage(query.data?.data.user.firstName ?? t`Profile`, brand)
  useEffect(() => {
    if (query.isSuccess) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [query.isSuccess])
  if (query.error instanceof CallFailed && query.error.status === 404) return <Nobody />
  return (
    <Loaded query={query}>
      {({ data: { user, privacyInfo, ...closeness } }) => (
        <article className={personClass}>
          <h1 className="sr-only" dir="auto">
            {user.firstName}
          </h1>
          <div className={mediaClass}>
            <Photos pictures={user.pictures} name={user.firstName} />
            <div className={`${footOfPhoneClass} phone:py-3`}>
              <NextStep id={id} name={user.firstName} />
            </div>
          </div>
          <About
            person={{ ...user, ...closeness }}
            interval={fit.data?.data.interval ?? null}
            reasons={fit.data?.data.reasons.slice(0, 3) ?? []}
            links={
              <div className="grid justify-items-start gap-4">
                <Why id={id} />
                {fit.data && <ScoreDetails answer={fit.data.data} name={user.firstName} />}
                {privacyInfo.hidden.map(({ field, why }) => (
                  <p key={field} className="text-small text-muted">
                    {why}
                  </p>
                ))}
                <Safety id={id} name={user.firstName} />
              </div>
            }
          />
        </article>
      )}
    </Loaded>
  )
}

/** The conversation with a match; a choice about anyone else. */
function NextStep({ id, name }: { id: string; name: string }) {
  const { data, isLoading } = useQuery(matchesQuery)
  if (isLoading) return <Skeleton height="3.25rem" />
  const match = data?.data.matches.find(({ user }) => user._id === id)
  if (!match) return <Decide id={id} name={name} />
  return (
    <Link className={buttonClass('primary', 'lg', 'w-full')} {...toChat(match._id)}>
      <MessageCircle size={20} aria-hidden="true" />
      <Trans context="verb">Message</Trans>
    </Link>
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

type Answer = Awaited<ReturnType<typeof matching.getCompatibility>>['data']

/** How the score came about, down to every answer that both let be known. */
function ScoreDetails({ answer, name }: { answer: Answer; name: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const { theyMeet, youMeet } = answer
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>
        <Trans>How this score works</Trans>
      </button>
      <Dialog side open={open} onOpenChange={setOpen} title={t`How this score works`} close={t`Close`}>
        <p>{answer.explanation}</p>
        {theyMeet !== null && (
          <p>
            <Trans>
              {name} matches {theyMeet}% of what you’re looking for, weighted by what matters to you. You match{' '}
              {youMeet}% of what they’re looking for.
            </Trans>
          </p>
        )}
        <Reasons reasons={answer.reasons} />
      </Dialog>
    </>
  )
}
