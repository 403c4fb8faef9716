import { readQuery } from '../../api/queries.ts'
import { oneOf } from '../../api/params.ts'
import {
  problemTypes,
  type ProblemType,
  type ReportDetail,
  reportDetails,
  typeOfDetail,
} from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { members, support } from '../../api/member-client.ts'
import { personQuery } from '../../api/member-queries.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useChecked } from '../onboarding/use-checked.ts'
import { useAction } from '../use-action.ts'
import { useProblemType } from '../../api/use-problem-type.ts'
import { useReportDetail } from '../../api/report-details.ts'

type Props = { about: string | undefined; message: string | undefined }

/** The report itself doesn't need this code, so it loads on demand. */
const BlockToo = lazy(() => import('./block-dialog.tsx'))

export function NewReport({ about, message }: Props) {
  const { t } = useLingui()
  const { action, entered, subject, description, submit, sent } = useNewReport(
    about,
    message,
    t`Thank you. We’ll look into it, and you’ll hear from us here.`,
  )
  const isAboutSomeone = message !== undefined || subject.userId !== ''
  const { form, problems } = useChecked(
    {
      problem: isAboutSomeone && subject.problem === '' && t`Choose a reason.`,
      description: description.trim().length < MIN_LENGTH && t`Write at least 10 characters.`,
    },
    action.problems,
    submit,
  )
  return (
    <>
      <form className="card grid gap-4" {...form}>
        <h2>{t`Report a problem`}</h2>
        {action.text && !problems['description'] && (
          <Note tone="danger" live>
            {action.text}
          </Note>
        )}
        {message ? (
          <Note>{t`We’ll include the message you chose.`}</Note>
        ) : (
          <PersonField
            value={subject.userId}
            preset={about}
            onChange={(userId) => entered.change({ userId, problem: '' })}
          />
        )}
        <ProblemField
          isAboutSomeone={isAboutSomeone}
          error={problems['problem']}
          value={subject.problem}
          onChange={(problem) => entered.change({ problem })}
        />
        <TextArea
          label={t`What happened?`}
          required
          rows={5}
          maxLength={5000}
          hint={t`At least 10 characters. We never tell the person you report who reported them.`}
          error={problems['description']}
          value={description}
          onChange={({ target }) => entered.change({ description: target.value })}
        />
        <Button type="submit" className="justify-self-start" busy={action.busy}>{t`Send`}</Button>
      </form>
      {sent && (
        <Suspense>
          <BlockToo isReported {...sent} onClose={sent.onDone} onBlocked={sent.onDone} />
        </Suspense>
      )}
    </>
  )
}

/** The server's minimum for descriptions. */
const MIN_LENGTH = 10

/** Splits the value of an option: a reason with its type, or a type alone. */
function problemOf(value: string): { problem_type: ProblemType; detail?: ReportDetail } {
  const detail = oneOf(reportDetails, value)
  return detail
    ? { problem_type: typeOfDetail[detail], detail }
    : { problem_type: oneOf(problemTypes, value) ?? 'Technical Issue' }
}

type Sent = { person: { id: string; name: string }; decideBy: string | undefined; onDone: () => void }

function useNewReport(about: string | undefined, message: string | undefined, thanks: string) {
  const action = useAction()
  const queryClient = useQueryClient()
  const entered = useFormDraft(`support.new.${about ?? message ?? ''}`, {
    problem: '',
    userId: about ?? '',
    description: '',
  })
  const { description, ...subject } = entered.value
  const [sent, setSent] = useState<Sent>()
  const submit = () =>
    void action.run(async () => {
      const userId = message ? about : subject.userId
      const concerning = { ...(message && { messageId: message }), ...(userId && { userId }) }
      const { data } = await support.createReport({
        body: { ...problemOf(subject.problem), description, ...concerning },
      })
      entered.forget()
      await queryClient.invalidateQueries({ queryKey: ['listMyReports'] })
      toast({ text: thanks })
      const open = () => void navigate({ to: paths.support, search: { report: data.report._id } })
      const person = data.report.about
      if (person?._id && (await isUnblocked(person._id)))
        setSent({ person: { id: person._id, name: person.name }, decideBy: data.report.decideBy, onDone: open })
      else open()
    })
  return { action, entered, subject, description, submit, sent }
}

/** True if the person can still be blocked. An error doesn't matter, because the report has already been sent. */
const isUnblocked = async (id: string): Promise<boolean> => {
  try {
    const { data } = await members.listBlocks()
    return data.blocks.every(({ _id }) => _id !== id)
  } catch {
    return false
  }
}

type ProblemProps = {
  isAboutSomeone: boolean
  value: string
  error: string | undefined
  onChange: (problem: string) => void
}

/** For reports about people, the specific reasons come before the types. */
function ProblemField({ isAboutSomeone, value, error, onChange }: ProblemProps) {
  const { t } = useLingui()
  const typeName = useProblemType()
  const details = useReportDetail()
  const types = problemTypes.map((type) => (
    <option key={type} value={type}>
      {typeName(type)}
    </option>
  ))
  return (
    <SelectField
      label={t`What’s the problem?`}
      required
      value={value || (isAboutSomeone ? '' : 'Technical Issue')}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      {isAboutSomeone && <option value="">{t`Choose a reason`}</option>}
      {isAboutSomeone &&
        reportDetails.map((detail) => (
          <option key={detail} value={detail}>
            {details[detail]}
          </option>
        ))}
      {isAboutSomeone ? <optgroup label={t`Something else`}>{types}</optgroup> : types}
    </SelectField>
  )
}

/** Everyone the member talked to in the last 90 days, even if blocked since, and the person whose page led here. */
function PersonField({
  value,
  preset,
  onChange,
}: {
  value: string
  preset: string | undefined
  onChange: (id: string) => void
}) {
  const { t } = useLingui()
  const contacts = useQuery(readQuery(['listContacts'], support.listContacts))
  const person = useQuery({ ...personQuery(preset ?? ''), enabled: preset !== undefined })
  const others = contacts.data?.data.contacts.filter(({ _id }) => _id !== preset) ?? []
  return (
    <SelectField label={t`Is it about someone?`} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t`No, about the service`}</option>
      {preset && <option value={preset}>{person.data?.data.user.firstName ?? t`The person you chose`}</option>}
      {others.map(({ _id, name }) => (
        <option key={_id} value={_id ?? ''}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
