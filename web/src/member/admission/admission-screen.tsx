import type { AdmissionStep, OwnAdmission } from '@kindred/contract/identity/invitations'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronRight, Circle } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { admissionQuery, admissions } from '../../api/admission-client.ts'
import { errorText } from '../../api/error-text.ts'
import { connectLive } from '../../api/live.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { useDomains } from '../../api/use-domains.ts'
import { homeOf, type Path, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { open } from '../../router/navigation.ts'
import { logout, refreshProfile } from '../../session/actions.ts'
import { getSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserText } from '../../ui/user-text.tsx'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { useAction } from '../use-action.ts'
import { RegionFigures } from './region-figures.tsx'

const EVERY = 60_000

/** Where someone stands who has joined but hasn't been let in. */
export default function AdmissionScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const query = useQuery({ ...admissionQuery, refetchInterval: EVERY, staleTime: 0 })
  const admission = query.data?.data.admission
  // The session may have learned of it elsewhere, and the page may have learned of it before the session.
  const isIn = useSession(({ user }) => user !== null && user.admission === undefined)
  const isOver = admission === null
  useEffect(() => {
    if (isIn) void open(homeOf(getSession()), 'replace')
    else if (isOver) void refreshProfile()
  }, [isIn, isOver])
  const queryClient = useQueryClient()
  useEffect(() => connectLive(queryClient), [queryClient])
  usePage(t`Where you stand`)
  return (
    <div data-area="member" className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-5 pb-16">
      <header className="flex h-16 items-center justify-between gap-4">
        <Link className={logoClass} to={paths.welcome} aria-label={t`${brand} home`}>
          <Logo brand={brand} />
        </Link>
        <Button tone="ghost" size="sm" onClick={logout}>{t`Sign out`}</Button>
      </header>
      <main id="main" className="grid gap-8">
        {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
        {admission ? <Standing admission={admission} /> : !query.isError && <Spinner label={t`One moment`} />}
      </main>
    </div>
  )
}

function useStanding({ state, erasedAt }: OwnAdmission): [title: string, lead: string] {
  const { t } = useLingui()
  const { brand } = useSettings()
  const { longDay } = useFormats()
  const day = erasedAt ? longDay(erasedAt) : ''
  const standings: Record<OwnAdmission['state'], [string, string]> = {
    joining: [
      t`Almost there`,
      t`${brand} isn’t open to everyone. Until you’re let in, no one sees you, and you see no one.`,
    ],
    applied: [t`Your application is with us`, t`Someone on our team will read it. We’ll email you when we’ve decided.`],
    asked: [t`We have a question`, t`Answer below so we can continue with your application.`],
    region: [
      t`You’re on the waiting list`,
      t`You’ve done everything else. We let people in by region once there are enough people for them, and we’ll email you then.`,
    ],
    waiting: [t`You’re on the waiting list`, t`We’ll email you as soon as there’s room.`],
    declined: [
      t`We can’t offer you a place`,
      t`We’ll erase your account and everything you told us on ${day}. Until then, you can download it in your settings.`,
    ],
  }
  return standings[state]
}

function Standing({ admission }: { admission: OwnAdmission }) {
  const [title, lead] = useStanding(admission)
  return (
    <>
      <div className="grid gap-1">
        <h1>{title}</h1>
        <p className="text-ink-2">{lead}</p>
      </div>
      {admission.state === 'joining' && (
        <ol className="grid gap-3">
          {admission.steps.map((step) => (
            <Step key={step.kind} step={step} admission={admission} />
          ))}
        </ol>
      )}
      {admission.state === 'region' && <RegionFigures region={admission.region ?? null} />}
      {admission.messages.length > 0 && <Messages admission={admission} />}
      {admission.state === 'asked' && <AnswerForm />}
      <Meanwhile isDeclined={admission.state === 'declined'} />
    </>
  )
}

function useStepWords({ domains }: OwnAdmission): Record<AdmissionStep['kind'], string> {
  const { t } = useLingui()
  const named = useDomains(domains)
  return {
    email: t`Confirm your email`,
    invitation: t`Enter an invitation`,
    domain: t`Confirm an email address at ${named}`,
    either: t`Enter an invitation, or confirm an email address at ${named}`,
    age: t`Show that you’re 18 or older`,
    application: t({ message: 'Apply', context: 'to join' }),
    region: t`Wait for enough people in your region`,
  }
}

type StepProps = { step: AdmissionStep; admission: OwnAdmission }

function Step({ step: { kind, done }, admission }: StepProps) {
  const { t } = useLingui()
  const words = useStepWords(admission)
  const takesCode = kind === 'invitation' || kind === 'either'
  const takesAddress = kind === 'domain' || kind === 'either'
  const isNext = admission.steps.find((each) => !each.done)?.kind === kind
  return (
    <li className="card grid gap-2">
      <p className="flex items-center gap-3 font-medium">
        {done ? (
          <Check className="icon flex-none text-positive" aria-label={t`Done`} />
        ) : (
          <Circle className="icon flex-none text-muted" aria-label={t`Still to do`} />
        )}
        <span className="min-w-0 wrap-anywhere">{words[kind]}</span>
      </p>
      {!done && kind !== 'region' && (kind !== 'application' || isNext) && (
        <div className={`grid gap-3 ${kind === 'application' ? 'pt-2' : 'ps-9'}`}>
          {takesCode && <InvitationForm />}
          {kind === 'application' && isNext && (
            <ApplicationForm key={admission.questions.join()} questions={admission.questions} />
          )}
          {kind === 'email' && <Row to={paths.verifyEmail}>{t`Enter the code from your email`}</Row>}
          {kind === 'age' && <Row to={paths.age}>{t`See how`}</Row>}
          {takesAddress && (
            <Row to={paths.settings} hash="email">
              {t`Change your email address`}
            </Row>
          )}
        </div>
      )}
    </li>
  )
}

/** Reads where the person stands, here and in the session. */
function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries(admissionQuery)
    await refreshProfile()
  }
}

function ApplicationForm({ questions }: { questions: readonly string[] }) {
  const { t } = useLingui()
  const action = useAction()
  const refresh = useRefresh()
  const entered = useFormDraft('admission', { answers: questions.map(() => '') })
  const answers = questions.map((_, at) => entered.value.answers[at] ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await admissions.applyToJoin({ body: { answers: answers.map((answer) => answer.trim()) } })
      entered.forget()
      await refresh()
    })
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <ErrorNote>{action.text}</ErrorNote>
      {questions.map((question, at) => (
        <TextArea
          key={question}
          label={question}
          required
          rows={3}
          maxLength={2000}
          value={answers[at]}
          onChange={({ target }) => entered.change({ answers: answers.with(at, target.value) })}
        />
      ))}
      <Button
        type="submit"
        className="justify-self-start"
        busy={action.busy}
        disabled={answers.some((answer) => answer.trim() === '')}
      >
        {t`Send application`}
      </Button>
    </form>
  )
}

function Messages({ admission: { messages } }: { admission: OwnAdmission }) {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  return (
    <section className="card grid gap-4" aria-label={t`Messages`}>
      {messages.map(({ _id, byStaff, message, at }) => (
        <div key={_id} className="grid gap-0.5">
          <p className="text-caption text-muted">
            {byStaff ? t`From our team, ${dayAndTime(at)}` : t`From you, ${dayAndTime(at)}`}
          </p>
          <UserText>{message}</UserText>
        </div>
      ))}
    </section>
  )
}

function AnswerForm() {
  const { t } = useLingui()
  const action = useAction()
  const refresh = useRefresh()
  const { value, change, forget } = useFormDraft('admission.answer', { text: '' })
  const text = value.text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await admissions.answerAdmission({ body: { message: text } })
      forget()
      await refresh()
    })
  }
  return (
    <form className="card grid gap-4" onSubmit={submit}>
      <ErrorNote>{action.text}</ErrorNote>
      <TextArea
        label={t`Your answer`}
        required
        rows={4}
        maxLength={2000}
        value={value.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Button type="submit" className="justify-self-start" busy={action.busy} disabled={text === ''}>{t`Send`}</Button>
    </form>
  )
}

function InvitationForm() {
  const { t } = useLingui()
  const action = useAction()
  const refresh = useRefresh()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await admissions.enterInvitation({ body: { code } })
      await refresh()
    })
  }
  const wrong = action.problems['invitation']
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <ErrorNote>{wrong ? undefined : action.text}</ErrorNote>
      <TextField
        label={t`Invitation code`}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        error={wrong}
        onChange={({ target }) => {
          action.forget()
          setCode(target.value)
        }}
      />
      <Button type="submit" className="justify-self-start" busy={action.busy} disabled={code.trim() === ''}>
        {t`Use invitation`}
      </Button>
    </form>
  )
}

type RowProps = { to: Path; hash?: string; children: ReactNode }

const Row = ({ children, ...target }: RowProps) => (
  <Link className="flex min-h-11 items-center gap-3 rounded-md text-ink no-underline hover:bg-sunken" {...target}>
    <span className="min-w-0 flex-1">{children}</span>
    <ChevronRight className="icon flex-none text-muted" />
  </Link>
)

/** What people can do until then. */
function Meanwhile({ isDeclined }: { isDeclined: boolean }) {
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  return (
    <section className="grid gap-2" aria-labelledby="meanwhile">
      <h2 id="meanwhile">{isDeclined ? t`Until then` : t`In the meantime`}</h2>
      <div className="card grid gap-1">
        {isDeclined ? null : user?.profileComplete ? (
          <Row to={paths.profile}>{t`Look at your profile`}</Row>
        ) : (
          <Row to={paths.onboarding}>{t`Finish your profile`}</Row>
        )}
        <Row to={paths.settings}>{t`Settings, your data, or leaving`}</Row>
        <Row to={paths.support}>{t`Write to us`}</Row>
      </div>
    </section>
  )
}
