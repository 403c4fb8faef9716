import type { Operator } from '@kindred/contract/operations/operator'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { imprintQuery } from '../../api/imprint.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { mailTo } from '../../paths.ts'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Reading } from './reading.tsx'

export default function ImprintScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const query = useQuery(imprintQuery)
  usePage(t`Imprint`, t`Who runs ${brand}.`)
  return (
    <Reading title={t`Imprint`} lead={t`Who runs ${brand}.`}>
      {query.isPending && <Skeleton height="20rem" label={t`Loading the imprint…`} />}
      <ErrorNote>{query.isError && errorText(query.error)}</ErrorNote>
      {query.data && <Details operator={query.data} />}
    </Reading>
  )
}

function Details({ operator }: { operator: Operator }) {
  const { t } = useLingui()
  const { supportEmail } = useSettings()
  const { name, address, representative, phone, register, taxNumber, controller, dataProtectionContact } = operator
  const email = operator.email ?? supportEmail
  const facts = [
    [t`Operator`, [name, address].filter(Boolean).join('\n')],
    [t`Represented by`, representative],
    [t`Email`, email],
    [t`Phone`, phone],
    [t`Register and number`, register],
    [t`Tax number`, taxNumber],
    // Without another one, the operator is responsible.
    [t`Responsible for personal data`, controller ?? name],
    [t`Data protection contact`, dataProtectionContact],
  ] as const
  return (
    <dl className="grid min-h-80 content-start gap-5">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="grid gap-1">
              <dt className="text-small text-muted">{label}</dt>
              <dd className="m-0 whitespace-pre-line">
                {value === email ? <a href={mailTo(email)}>{email}</a> : <bdi>{value}</bdi>}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
