import type { Action } from '@kindred/contract/matching/choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Ban, Flag, Heart, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reload, type CallName } from '../../api/queries.ts'
import { CallFailed } from '../../api/failure.ts'
import { meeting, members } from '../../api/member-client.ts'
import { compatibilityQuery, personQuery } from '../../api/member-queries.ts'
import { useSettings } from '../../api/settings.ts'
import { toChat, paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { About } from '../people/about.tsx'
import { Reasons } from '../people/fit.tsx'
import { Photos } from '../people/photos.tsx'
import { useAction } from '../use-action.ts'
import { linkClass } from '../../ui/classes.ts'
import { footOfPhoneClass, peoplePageClass, personClass } from '../people/classes.ts'

export default function PersonScreen() {
  const { id } = useParams({ from: '/members/$id' })
  return (
    <MemberFrame layout="wide">
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
          <div className="grid gap-4">
            <h1 className="sr-only" dir="auto">
              {user.firstName}
            </h1>
            <Photos pictures={user.pictures} name={user.firstName} />
            <div className={`${footOfPhoneClass} phone:py-3`}>
              <Decide id={id} name={user.firstName} />
            </div>
          </div>
          <About
            person={{ ...user, ...closeness }}
            interval={fit.data?.data.interval ?? null}
            reasons={fit.data?.data.reasons.slice(0, 3) ?? []}
            links={
              <div className="grid justify-items-start gap-4">
                {fit.data && <HowItCame answer={fit.data.data} name={user.firstName} />}
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

function Nobody() {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`There is nobody here`}
      action={
        <Link className={buttonClass()} to={paths.discover}>
          <Trans>Discover people</Trans>
        </Link>
      }
    >
      <Trans>This profile is not there, or not for you to see.</Trans>
    </EmptyState>
  )
}

/** What shows this person, or no longer does, after a choice. */
const CHANGED: readonly CallName[] = [
  'discover',
  'searchPeople',
  'listLikes',
  'listGivenLikes',
  'listMatches',
  'listEndedMatches',
]

function Decide({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const action = useAction()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const choose = (what: Action) =>
    action.run(async () => {
      const { data } = await meeting.choose({ body: { userId: id, action: what } })
      void reload(queryClient, ...CHANGED)
      if (data.match) {
        toast({ text: t`You and ${name} like each other.` })
        return navigate(toChat(data.match._id))
      }
      toast({ text: what === 'like' ? t`You like ${name}.` : t`You passed ${name}.` })
    })
  return (
    <div className="grid gap-3">
      {action.text && (
        <Note tone="danger" live>
          {action.text}
        </Note>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button tone="quiet" size="lg" busy={action.busy} onClick={() => void choose('pass')}>
          <X size={20} aria-hidden="true" />
          <Trans>Pass</Trans>
        </Button>
        <Button size="lg" busy={action.busy} onClick={() => void choose('like')}>
          <Heart size={20} aria-hidden="true" />
          <Trans>Like</Trans>
        </Button>
      </div>
    </div>
  )
}

type Answer = Awaited<ReturnType<typeof meeting.getCompatibility>>['data']

/** How the score came about, down to every answer that both let be known. */
function HowItCame({ answer, name }: { answer: Answer; name: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={linkClass} onClick={() => setOpen(true)}>
        <Trans>How this score came about</Trans>
      </button>
      <Dialog side open={open} onOpenChange={setOpen} title={t`How this score came about`} close={t`Close`}>
        <p>{answer.explanation}</p>
        {answer.theyMeet !== null && (
          <p>
            <Trans>
              {name} meets {answer.theyMeet} % of what you wish for, weighed by how much it matters. You meet{' '}
              {answer.youMeet} % of theirs.
            </Trans>
          </p>
        )}
        <Reasons reasons={answer.reasons} />
      </Dialog>
    </>
  )
}

function Safety({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const action = useAction()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const block = async () => {
    if (!(await action.run(() => members.block({ body: { userId: id } })))) return
    await queryClient.invalidateQueries()
    toast({ text: t`${name} is blocked. You will not meet again.` })
    void navigate({ to: paths.discover })
  }
  return (
    <section id="safety" className="flex flex-wrap gap-2" aria-label={t`Safety`}>
      <Link className={buttonClass('quiet', 'sm')} to={paths.support} search={{ about: id }}>
        <Flag size={16} aria-hidden="true" />
        <Trans>Report</Trans>
      </Link>
      <Button tone="danger" size="sm" onClick={() => setAsking(true)}>
        <Ban size={16} aria-hidden="true" />
        <Trans>Block</Trans>
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Block ${name}?`}
        close={t`Close`}
        footer={
          <DialogEnd
            cancel={t`Cancel`}
            onCancel={() => setAsking(false)}
            go={t`Block`}
            tone="danger-solid"
            busy={action.busy}
            onGo={() => void block()}
          />
        }
      >
        {action.text && (
          <Note tone="danger" live>
            {action.text}
          </Note>
        )}
        <p>
          <Trans>
            To each other you are gone: in lists, in searches, in old conversations. They are not told. You can take it
            back in the settings.
          </Trans>
        </p>
      </Dialog>
    </section>
  )
}
