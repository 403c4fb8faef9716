import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { UserDetails } from '@kindred/contract/moderation/user-details'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { EmailChange } from '@kindred/contract/moderation/email-change'
import { errorText } from '../../api/error-text.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useParams } from '../../router/place.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, ErrorNote, Note, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { fullName } from '../dashboard/stats.ts'
import { useStateWords } from '../state-words.ts'
import { Status } from '../users/users-table.tsx'
import { Money } from './money.tsx'
import { Profile } from './profile.tsx'
import { type Known, type UserPage, useUserDetails } from './use-user-details.ts'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'
import { IfAllowed } from '../if-allowed.tsx'
import { useRoleNames } from '../role-names.ts'
import { Button } from '../../ui/button.tsx'
import { lineCardClass } from '../../ui/classes.ts'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useWaitingText } from '../approvals/use-waiting-text.ts'
import { useMay, useMayReadAbout } from '../../session/rights.ts'

function SignIns({ data: { sessions, signIns }, page }: { data: UserDetails; page: UserPage }) {
  const { t } = useLingui()
  const formats = useFormats()
  const may = useMay()
  const waitingText = useWaitingText()
  const when = formats.dayAndTime
  const shown = page.reveal.data?.data.signIns ?? signIns
  const signOut = () =>
    page.signOut.mutate(undefined, {
      onSuccess: ({ approval }) => toast({ text: approval ? waitingText(approval) : t`All sessions ended.` }),
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <section className="card grid gap-3" aria-labelledby="sign-ins">
      <h2 id="sign-ins">{t`Sign-ins`}</h2>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <Plural
          value={sessions.length}
          _0="No active sessions."
          one="Signed in on # device."
          other="Signed in on # devices."
        />
        {sessions.length > 0 && may('users.edit') && (
          <Button tone="quiet" size="sm" busy={page.signOut.isPending} onClick={signOut}>
            <Trans>End all sessions</Trans>
          </Button>
        )}
      </p>
      <ul className="grid gap-2">
        {shown.slice(0, 10).map(({ at, outcome, device, address }) => (
          <li key={at} className="grid text-caption">
            <span>
              {device} {outcome === 'failed' && <b className="text-danger">{t`failed`}</b>}
            </span>
            <span className="text-muted tabular-nums">
              {when(at)} · {address}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { change: EmailChange; page: UserPage }

/** An email change made by staff, which the owner of the current address can still cancel. */
function EmailChangeNote({ change: { email, by, askedAt, takesEffectAt }, page: { cancelEmailChange } }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const [name, asked, due] = [by ?? t`Unknown`, formats.dayAndTime(askedAt), formats.dayAndTime(takesEffectAt)]
  const cancel = () =>
    cancelEmailChange.mutate(undefined, {
      onSuccess: () => toast({ text: t`Email change canceled. We’ve emailed the member.` }),
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <Note>
      <span className="grid justify-items-start gap-2">
        {t`Their email changes to ${email} on ${due}, unless they object. ${name} asked for this on ${asked}.`}
        <IfAllowed may="users.edit">
          <Button tone="quiet" size="sm" busy={cancelEmailChange.isPending} onClick={cancel}>
            <Trans>Cancel email change</Trans>
          </Button>
        </IfAllowed>
      </span>
    </Note>
  )
}

function PrivateData({ page: { details, show } }: { page: UserPage }) {
  const { t } = useLingui()
  return (
    <section className={lineCardClass} aria-labelledby="private">
      <h2 id="private">{t`Private data`}</h2>
      <p className="min-w-60 flex-1 text-small text-muted">
        <Trans>Photos, profile answers, subscriptions, and sign-ins are shown only for a reason.</Trans>
      </p>
      <ErrorNote>{details.isError && !details.isFetching && errorText(details.error)}</ErrorNote>
      <Button tone="quiet" size="sm" busy={details.isFetching} onClick={show}>{t`Show private data`}</Button>
    </section>
  )
}

// The texts for every kind of event are large, so the records load on demand.
const Records = lazy(() => import('./records.tsx').then((all) => ({ default: all.Records })))
const Invited = lazy(() => import('./invited.tsx'))
const AgeCard = lazy(() => import('./age-card.tsx'))
const LegalHold = lazy(() => import('../evidence/legal-hold.tsx'))

export default function UserScreen() {
  const { id } = useParams<'/users/$id'>()
  return <OneUser key={id} id={id} />
}

function OneUser({ id }: { id: string }) {
  const { t } = useLingui()
  const page = useUserDetails(id)
  const { known, basics, details } = page
  usePage(known ? fullName(known.user, t`Unknown`) : t`User`)
  const loading = known ? null : details.isLoading ? details : basics
  return (
    <>
      <Link to={paths.users}>{t`All users`}</Link>
      {!known && <h1>{t`User`}</h1>}
      {loading?.isLoading && <Spinner label={t`Loading user…`} />}
      {loading?.isError && <QueryProblem query={loading} text={errorText(loading.error)} />}
      {known && <Whole id={id} known={known} page={page} />}
    </>
  )
}

function Whole({ id, known: { user, emailChange }, page }: { id: string; known: Known; page: UserPage }) {
  const { t } = useLingui()
  const { admission } = useSettings()
  const data = page.details.data?.data
  if (!useMayReadAbout()(user))
    return (
      <>
        <Head user={user} data={undefined} />
        <Note>{t`Only administrators see more about team members.`}</Note>
      </>
    )
  return (
    <>
      <Head user={user} data={data} />
      <UserActions user={user} pictures={data?.pictures ?? []} page={page} />
      {emailChange && <EmailChangeNote change={emailChange} page={page} />}
      <div className="grid items-start gap-5 wrap-anywhere lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          {data ? <Profile data={data} revealed={page.reveal.data?.data.fields} /> : <PrivateData page={page} />}
          <Suspense fallback={<Spinner label={t`Loading user…`} />}>
            <Records id={id} name={user.firstName || fullName(user, t`Unknown`)} />
          </Suspense>
        </div>
        <div className="grid gap-5">
          <Money user={user} subscriptions={data?.subscriptions} page={page} />
          <UserFacts user={user} data={data} page={page} />
          {admission && (
            <IfAllowed may="admission">
              <Suspense>
                <Invited id={id} name={fullName(user, t`Unknown`)} />
              </Suspense>
            </IfAllowed>
          )}
          <IfAllowed may="users.read">
            <Suspense>
              <AgeCard id={id} name={fullName(user, t`Unknown`)} />
            </Suspense>
          </IfAllowed>
          <IfAllowed may="holds">
            <Suspense>
              <LegalHold id={id} name={fullName(user, t`Unknown`)} />
            </Suspense>
          </IfAllowed>
          {data && <SignIns data={data} page={page} />}
        </div>
      </div>
    </>
  )
}

function Head({ user, data }: { user: AdminUser; data: UserDetails | undefined }) {
  const { t } = useLingui()
  const states = useStateWords()
  const roles = useRoleNames()
  const name = fullName(user, t`Unknown`)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} src={user.profilePicture} size={56} />
      <h1 dir="auto">{name}</h1>
      <Status user={user} />
      {user.isVIP && <Badge tone="accent">{t`Premium`}</Badge>}
      {user.staffRole && <Badge tone="line">{roles[user.staffRole]}</Badge>}
      {user.state !== 'active' && <Badge tone="warning">{states[user.state]}</Badge>}
      {data?.profile.photoChecked && <Badge tone="plain">{t`Photo verified`}</Badge>}
    </div>
  )
}
