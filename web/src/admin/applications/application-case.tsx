import {
  type Application,
  type ApplicationDecision,
  applicationDecisions,
} from '@kindred/contract/moderation/applications'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { toUser } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Note, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserText } from '../../ui/user-text.tsx'
import { CaseLayout } from '../case/case-layout.tsx'
import { Correspondence } from '../case/correspondence.tsx'
import type { Standing } from '../case/case-queue.tsx'
import { DecisionCard } from '../case/decision-card.tsx'
import { LetterField } from '../case/letter-field.tsx'
import { Person } from '../case/person.tsx'
import { ProfilePictures } from '../case/profile-pictures.tsx'
import { useGenderName } from '../state-words.ts'
import { useApplication, useDecideApplication } from './use-applications.ts'

type One = { application: Application }

/** An application that a colleague has decided meanwhile is shown as it is now. */
export function ApplicationCase({ listed, ...standing }: { listed: Application } & Standing) {
  const { t } = useLingui()
  const newest = useApplication(listed._id, standing.isGone)
  const application = standing.isGone && newest.data ? newest.data : listed
  const { _id, name, invitedBy, invitation: note } = application
  return (
    <CaseLayout
      what={
        <section className="card grid gap-4" aria-label={t`Application by ${name}`}>
          <div className="flex flex-wrap items-center gap-3">
            <h2 dir="auto">{name}</h2>
            <State application={application} />
          </div>
          <Answers application={application} />
          <Profile application={application} />
          <Correspondence messages={application.messages} />
        </section>
      }
      who={
        <section className="card grid gap-4" aria-label={t`People`}>
          <Person role={t`Applicant`} person={{ _id, name }} />
          {invitedBy && (
            <p>
              <Trans>
                Invited by{' '}
                <Link {...toUser(invitedBy._id)}>
                  <bdi>{invitedBy.name}</bdi>
                </Link>
              </Trans>
            </p>
          )}
          {note && <p className="text-muted">{t`Invited by the team: ${note}`}</p>}
        </section>
      }
      decision={
        standing.isGone && !newest.data ? (
          <DecisionCard>
            {newest.isError ? (
              <QueryProblem query={newest} text={errorText(newest.error)} />
            ) : (
              <Spinner label={t`One moment`} />
            )}
          </DecisionCard>
        ) : (
          <Decide application={application} {...standing} />
        )
      }
    />
  )
}

function State({ application: { state } }: One) {
  const { t } = useLingui()
  if (state === 'applied') return <Badge tone="warning">{t({ message: 'Open', context: 'state' })}</Badge>
  if (state === 'asked') return <Badge tone="info">{t`Waiting for an answer`}</Badge>
  if (state === 'waiting') return <Badge tone="info">{t`On the waiting list`}</Badge>
  if (state === 'region') return <Badge tone="info">{t`Waits in their region`}</Badge>
  if (state === 'declined') return <Badge>{t({ message: 'Declined', context: 'application' })}</Badge>
  return state === null ? <Badge tone="positive">{t({ message: 'Accepted', context: 'application' })}</Badge> : null
}

const Answers = ({ application: { answers } }: One) =>
  answers.length > 0 && (
    <dl className="grid gap-3">
      {answers.map(({ question, answer }) => (
        <div key={question} className="grid gap-0.5">
          <dt className="text-small font-medium text-muted" dir="auto">
            {question}
          </dt>
          <dd className="m-0">
            <UserText>{answer}</UserText>
          </dd>
        </div>
      ))}
    </dl>
  )

/** Once the team has decided, the profile is on the person's page only. */
function Profile({ application: { state, bio, age, gender, city, pictures } }: One) {
  const { t } = useLingui()
  const { series } = useFormats()
  const genderName = useGenderName()
  if (state === null || state === 'declined') return null
  const years = age ?? 0
  const facts = series(
    age !== null && t`${plural(years, { one: '# year old', other: '# years old' })}`,
    gender && genderName(gender),
    city,
  )
  if (!bio && !facts && pictures.length === 0) return <p className="text-muted">{t`The profile is still empty.`}</p>
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3>{t`Profile`}</h3>
      {facts && <p dir="auto">{facts}</p>}
      {bio && <UserText>{bio}</UserText>}
      <ProfilePictures pictures={pictures} />
    </div>
  )
}

/** Who did what last. */
function Last({ application: { decision, decidedBy, decidedAt }, isGone }: One & Pick<Standing, 'isGone'>) {
  const { t } = useLingui()
  const formats = useFormats()
  if (!decidedAt) return null
  const [by, when] = [decidedBy ?? '', formats.dayAndTime(decidedAt)]
  const words: Record<ApplicationDecision, string> = {
    accept: t`${by} accepted the application, ${when}.`,
    ask: t`${by} asked a question, ${when}.`,
    wait: t`${by} put the applicant on the waiting list, ${when}.`,
    decline: t`${by} declined the application, ${when}.`,
  }
  const text = decision ? words[decision] : t`Last decision by ${by}, ${when}.`
  return isGone ? <Note tone="warning">{text}</Note> : <p className="text-muted">{text}</p>
}

function Decide({ application, isGone, finish }: One & Standing) {
  const { t } = useLingui()
  const formats = useFormats()
  const { state, erasedAt } = application
  return (
    <DecisionCard>
      <Last application={application} isGone={isGone} />
      {erasedAt && <p className="text-ink-2">{t`Everything is erased on ${formats.day(erasedAt)}.`}</p>}
      {state === null ? (
        <p className="text-ink-2">{t`This person is a member now.`}</p>
      ) : (
        <Form key={application.version} application={application} finish={finish} />
      )}
    </DecisionCard>
  )
}

/** The state after each decision. Accepting ends the application. */
const stateAfter: Record<ApplicationDecision, Application['state']> = {
  accept: null,
  ask: 'asked',
  wait: 'waiting',
  decline: 'declined',
}

function useDecisionWords(name: string): Record<ApplicationDecision, [choice: string, go: string, done: string]> {
  const { t } = useLingui()
  return {
    accept: [t`Accept`, t`Accept and tell ${name}`, t`${name} is in.`],
    ask: [t`Ask a question`, t`Ask ${name}`, t`The question is sent.`],
    wait: [t`Put on the waiting list`, t`Put on the list and tell ${name}`, t`${name} is on the waiting list.`],
    decline: [t`Decline`, t`Decline and tell ${name}`, t`The application is declined.`],
  }
}

type Deciding = One & Pick<Standing, 'finish'>

function Form({ application, finish }: Deciding) {
  const { t } = useLingui()
  const words = useDecisionWords(firstName(application))
  const [decision, setDecision] = useState<ApplicationDecision>('accept')
  const offered = applicationDecisions.filter((each) => stateAfter[each] !== application.state)
  return (
    <>
      <SelectField
        label={t`Action`}
        value={decision}
        onChange={({ target }) => setDecision(offered.find((each) => each === target.value) ?? 'accept')}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {words[each][0]}
          </option>
        ))}
      </SelectField>
      <Letter key={decision} {...{ application, decision, finish }} />
    </>
  )
}

const firstName = ({ name }: Application): string => name.split(' ')[0] ?? ''

/** The text is in the applicant's language, so staff who don't read it can send it as it is. */
function Letter({ application, decision, finish }: Deciding & { decision: ApplicationDecision }) {
  const { t } = useLingui()
  const name = firstName(application)
  const [, go, done] = useDecisionWords(name)[decision]
  const entered = useFormDraft(`application.${application._id}.${decision}`, { text: application.texts[decision] })
  const decide = useDecideApplication(application, () => {
    toast({ text: done })
    entered.forget()
    finish()
  })
  const message = entered.value.text.trim()
  return (
    <>
      <Unsaved of={entered} />
      <LetterField
        name={name}
        language={application.language}
        value={entered.value.text}
        onChange={(text) => entered.change({ text })}
      />
      {decision === 'decline' && (
        <p className="text-small text-muted">{t`They can export their data. Everything is erased after 30 days.`}</p>
      )}
      <Button
        tone={decision === 'decline' ? 'danger' : 'quiet'}
        busy={decide.isPending}
        disabled={message === ''}
        onClick={() => decide.mutate({ decision, message })}
      >
        {go}
      </Button>
    </>
  )
}
