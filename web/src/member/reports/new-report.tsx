import { oneOf } from '../../api/params.ts'
import { problemTypes, type ProblemType } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { support } from '../../api/member-client.ts'
import { personQuery } from '../../api/member-queries.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'
import { useProblemType } from '../../ui/use-problem-type.ts'

type Props = { about: string | undefined; message: string | undefined }

/** Reports a problem with the service or with a person. */
export function NewReport({ about, message }: Props) {
  const { t } = useLingui()
  const typeName = useProblemType()
  const { action, subject, setSubject, description, setDescription, submit } = useNewReport(
    about,
    message,
    t`Thank you. We’ll look into it, and you’ll hear from us here.`,
  )
  return (
    <form className="card grid gap-4" onSubmit={submit}>
      <h2>
        <Trans>Report a problem</Trans>
      </h2>
      {action.text && !action.problems['description'] && (
        <Note tone="danger" live>
          {action.text}
        </Note>
      )}
      <SelectField
        label={t`What’s the problem?`}
        value={subject.type}
        onChange={({ target }) => setSubject({ ...subject, type: oneOf(problemTypes, target.value) ?? subject.type })}
      >
        {problemTypes.map((type) => (
          <option key={type} value={type}>
            {typeName(type)}
          </option>
        ))}
      </SelectField>
      {message ? (
        <Note>
          <Trans>We’ll include the message you chose.</Trans>
        </Note>
      ) : (
        <PersonField value={subject.userId} preset={about} onChange={(userId) => setSubject({ ...subject, userId })} />
      )}
      <TextArea
        label={t`What happened?`}
        required
        rows={5}
        maxLength={5000}
        hint={t`At least 10 characters. We never tell the person you report.`}
        error={action.problems['description']}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Button type="submit" className="justify-self-start" busy={action.busy}>
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}

function useNewReport(about: string | undefined, message: string | undefined, thanks: string) {
  const action = useAction()
  const queryClient = useQueryClient()
  const [description, setDescription] = useUnfinished('support.new')
  const [subject, setSubject] = useState<{ type: ProblemType; userId: string }>({
    type: about ? 'Harassment' : 'Technical Issue',
    userId: about ?? '',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const concerning = message ? { messageId: message } : subject.userId ? { userId: subject.userId } : {}
      const { data } = await support.createReport({
        body: { problem_type: subject.type, description, ...concerning },
      })
      await queryClient.invalidateQueries({ queryKey: ['listMyReports'] })
      toast({ text: thanks })
      return navigate({ to: paths.support, search: { report: data.report._id } })
    })
  }
  return { action, subject, setSubject, description, setDescription, submit }
}

/** Everyone the member talked to in the last 90 days, even if blocked since, and the person they came from. */
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
  const contacts = useQuery({ queryKey: ['listContacts'], queryFn: () => withRetry(() => support.listContacts()) })
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
