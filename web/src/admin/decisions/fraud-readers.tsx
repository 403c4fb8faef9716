import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deciding } from '../../api/decisions-client.ts'
import { errorText } from '../../api/error-text.ts'
import { withRetry } from '../../api/retry.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { hasRecentAccessReason, withReason } from '../access-reasons.ts'
import { useRuleSets } from './fraud-words.ts'

/** Shown immediately only if a reason was already given: a dialog would interrupt someone writing a statement. */
export default function FraudReaders({ userId }: { userId: string }) {
  const [isShown, setShown] = useState(() => hasRecentAccessReason(`user ${userId}`))
  if (isShown) return <Readers userId={userId} />
  return (
    <Button tone="quiet" size="sm" className="justify-self-start" onClick={() => setShown(true)}>
      <Trans>Show who will be warned</Trans>
    </Button>
  )
}

/** The people to warn if a user is banned for fraud, and each person's text. */
function Readers({ userId }: { userId: string }) {
  const { t } = useLingui()
  const ruleSets = useRuleSets()
  const [readerId, setReaderId] = useState('')
  const { data, error } = useQuery({
    queryKey: ['previewFraudWarning', userId],
    queryFn: () =>
      withReason(`user ${userId}`, t`Give a reason to view this member.`, (input) =>
        withRetry(() => deciding.previewFraudWarning({ params: { id: userId }, ...input })),
      ),
    select: (answer) => answer.data,
  })
  if (error) return <ErrorNote>{errorText(error)}</ErrorNote>
  if (!data) return <Spinner label={t`Loading preview…`} />
  const { received, answered } = data
  return (
    <section className="grid gap-3 rounded-md bg-sunken p-4" aria-label={t`Fraud warnings`}>
      <p>
        {received === 1 && answered === 1 ? (
          <Trans>1 person received messages from them and replied. They’ll be warned.</Trans>
        ) : answered === 0 ? (
          <Plural
            value={received}
            _0="No one received messages from them, so no one gets a warning."
            one="# person received messages from them. They’ll be warned."
            other="# people received messages from them. They’ll all be warned."
          />
        ) : (
          <Trans>
            <Plural value={received} one="# person" other="# people" /> received messages from them, and {answered} of
            them replied. They’ll all be warned.
          </Trans>
        )}
      </p>
      {data.readers.length > 0 && (
        <SelectField label={t`Preview for`} value={readerId} onChange={({ target }) => setReaderId(target.value)}>
          <option value="">{t`Choose a person`}</option>
          {data.readers.map(({ _id, name, ruleSet }) => (
            <option key={_id} value={_id}>
              {name}: {ruleSets[ruleSet]}
            </option>
          ))}
        </SelectField>
      )}
      {readerId && <Notice userId={userId} readerId={readerId} />}
    </section>
  )
}

function Notice({ userId, readerId }: { userId: string; readerId: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery({
    queryKey: ['previewFraudNotice', userId, readerId],
    queryFn: () =>
      withReason(`user ${userId}`, t`Give a reason to view this member.`, (input) =>
        withRetry(() => deciding.previewFraudNotice({ params: { id: userId, readerId }, ...input })),
      ),
    select: (answer) => answer.data.notice,
  })
  if (error) return <ErrorNote>{errorText(error)}</ErrorNote>
  if (!data) return <Spinner label={t`Loading preview…`} />
  return (
    <div className="grid gap-2" lang={data.language} dir="auto">
      <b>{data.subject}</b>
      <p className="text-small whitespace-pre-line">{data.text}</p>
    </div>
  )
}
