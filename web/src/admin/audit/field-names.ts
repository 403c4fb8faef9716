import { useLingui } from '@lingui/react/macro'
import { labelOf } from './changes.ts'

/** What the log calls the fields of its entries. A new field is at least readable until it has a name here. */
export function useFieldName(): (field: string) => string {
  const { t } = useLingui()
  const names = new Map([
    ['address', t`Address`],
    ['amount', t`Amount`],
    ['batch', t`Batch`],
    ['bio', t`Bio`],
    ['after', t`After`],
    ['before', t`Before`],
    ['category', t`Kind of violation`],
    ['changed', t`Changed`],
    ['city', t`City`],
    ['country', t`Country`],
    ['dateOfBirth', t`Date of birth`],
    ['decision', t`Decision`],
    ['device', t`Device`],
    ['due', t`Due`],
    ['email', t`Email`],
    ['fraud', t`Fraud`],
    ['filters', t`Filters`],
    ['firstName', t`First name`],
    ['gender', t`Gender`],
    ['interests', t`Interests`],
    ['invoice', t`Invoice`],
    ['job', t`Job`],
    ['kind', t`Kind`],
    ['lastName', t`Last name`],
    ['location', t`Location`],
    ['months', t`Months`],
    ['passkeys', t`Passkeys`],
    ['picture', t`Picture`],
    ['priority', t`Priority`],
    ['provider', t`Provider`],
    ['reason', t`Reason`],
    ['report', t`Report`],
    ['rows', t`Rows`],
    ['rule', t`Rule`],
    ['sessions', t`Sessions`],
    ['status', t`Status`],
    ['until', t`Until`],
    ['version', t`Version`],
  ])
  return (field) => names.get(field) ?? labelOf(field)
}
