import type { AgePhoto } from '@kindred/contract/identity/age'
import type { AgeCheck } from '@kindred/contract/moderation/age-checks'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Note, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseLayout } from '../case/case-layout.tsx'
import type { Standing } from '../case/case-queue.tsx'
import { DecisionCard } from '../case/decision-card.tsx'
import { LetterField } from '../case/letter-field.tsx'
import { Person } from '../case/person.tsx'
import { ProfilePictures } from '../case/profile-pictures.tsx'
import { type Decided, useAgePhoto, useDecideAge, useUserAge } from './use-age-checks.ts'

type One = { check: AgeCheck }

/** Once a colleague has decided, the photos are gone, and who decided what takes the place of the form. */
export function AgeCheckCase({ check, isGone, finish }: One & Standing) {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  const { user, age, kinds, asked, deletedAt } = check
  return (
    <CaseLayout
      what={
        <section className="card grid gap-4" aria-label={t`Proof of age of ${user.name}`}>
          <div className="flex flex-wrap items-center gap-3">
            <h2 dir="auto">{user.name}</h2>
            {asked && <Badge tone="warning">{t`Asked for it`}</Badge>}
          </div>
          <p>{age === null ? t`No date of birth entered.` : t`${age} years old by the date of birth they entered.`}</p>
          {!isGone && kinds.map((kind) => <Photo key={kind} check={check} kind={kind} />)}
          <Pictures check={check} />
          {!isGone && (
            <p className="text-small text-muted">{t`Without a decision, the photos are deleted by ${dayAndTime(deletedAt)}.`}</p>
          )}
        </section>
      }
      who={
        <section className="card grid gap-4" aria-label={t`People`}>
          <Person role={t`Member`} person={user} />
        </section>
      }
      decision={<DecisionCard>{isGone ? <Gone check={check} /> : <Form check={check} finish={finish} />}</DecisionCard>}
    />
  )
}

function Gone({ check: { user, sentAt } }: One) {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  const query = useUserAge(user._id)
  if (query.isError) return <QueryProblem query={query} text={errorText(query.error)} />
  if (!query.isSuccess || query.isFetching) return <Spinner label={t`One moment`} />
  const { decided } = query.data
  // An earlier decision was about other photos.
  if (!decided || decided.at < sentAt) return <Note tone="warning">{t`These photos are no longer here.`}</Note>
  const [by, when] = [decided.by, dayAndTime(decided.at)]
  return (
    <Note tone="warning">
      {decided.decision === 'accept' ? t`${by} accepted the proof, ${when}.` : t`${by} declined the proof, ${when}.`}
    </Note>
  )
}

function Photo({ check, kind }: One & { kind: AgePhoto }) {
  const { t } = useLingui()
  const photo = useAgePhoto(check, kind)
  const name = kind === 'document' ? t`Document` : t`Selfie`
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-4">
      <h3>{name}</h3>
      {photo.data ? (
        <img className="max-h-[70vh] max-w-full rounded-md bg-sunken" src={photo.data.data.photo} alt={name} />
      ) : (
        <Button tone="quiet" busy={photo.isPending} onClick={() => photo.mutate()}>
          {kind === 'document' ? t`Show document` : t`Show selfie`}
        </Button>
      )}
    </div>
  )
}

function Pictures({ check: { pictures } }: One) {
  const { t } = useLingui()
  if (pictures.length === 0) return null
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3>{t`Photos on the profile`}</h3>
      <ProfilePictures pictures={pictures} />
    </div>
  )
}

type Decision = Decided['decision']

function Form({ check, finish }: One & Pick<Standing, 'finish'>) {
  const { t } = useLingui()
  const [decision, setDecision] = useState<Decision>('accept')
  return (
    <>
      <SelectField
        label={t`Action`}
        value={decision}
        onChange={({ target }) => setDecision(target.value === 'decline' ? 'decline' : 'accept')}
      >
        <option value="accept">{t`They’re 18 or older`}</option>
        <option value="decline">{t`It doesn’t show that they’re 18 or older`}</option>
      </SelectField>
      <Letter key={decision} {...{ check, decision, finish }} />
    </>
  )
}

/** The text is in the member's language, so staff who don't read it can send it as it is. */
function Letter({ check, decision, finish }: One & Pick<Standing, 'finish'> & { decision: Decision }) {
  const { t } = useLingui()
  const name = check.user.name.split(' ')[0] ?? ''
  const entered = useFormDraft(`age.${check._id}.${decision}`, { text: check.texts[decision] })
  const decide = useDecideAge(check, () => {
    toast({ text: decision === 'accept' ? t`${name} is 18 or older.` : t`The proof is declined.` })
    entered.forget()
    finish()
  })
  const message = entered.value.text.trim()
  return (
    <>
      <Unsaved of={entered} />
      <LetterField
        name={name}
        language={check.language}
        value={entered.value.text}
        onChange={(text) => entered.change({ text })}
      />
      <Button
        tone={decision === 'decline' ? 'danger' : 'quiet'}
        busy={decide.isPending}
        disabled={message === ''}
        onClick={() => decide.mutate({ decision, message })}
      >
        {decision === 'accept' ? t`Accept and delete the photos` : t`Decline and delete the photos`}
      </Button>
    </>
  )
}
