import type { TimelineEntry } from '@kindred/contract/moderation/user-details'
import { type ReportStatus, reportStatuses } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { oneOf } from '../../api/params.ts'
import { useReportKind } from '../../api/report-details.ts'
import { usePrice } from '../../api/use-price.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useFieldName } from '../audit/field-names.ts'
import { usePeople, useSentence } from '../audit/sentences.ts'
import { useRoleNames } from '../role-names.ts'

type Subject = { _id: string; name: string }

const textAt = ({ details }: TimelineEntry, name: string): string => {
  const value = details[name]
  return typeof value === 'string' ? value : ''
}

/** The audit log has words for most events, and the others have theirs here. */
export function useTimelineSentence(entry: TimelineEntry, subject: Subject): string {
  const { t } = useLingui()
  const price = usePrice()
  const kindName = useReportKind()
  const entryLike = { ...entry, subject, fields: [], erased: false }
  const logged = useSentence(entryLike)
  const { actor: by } = usePeople(entryLike)
  const name = subject.name
  const sum = entry.details['currency'] ? price(Number(entry.details['amount']), textAt(entry, 'currency')) : ''
  const kind = kindName(textAt(entry, 'problem_type'), textAt(entry, 'detail') as Parameters<typeof kindName>[1])
  const sentences: Record<string, string> = {
    'timeline.joined': t`${name} joined`,
    'timeline.filed': t`${name} sent a report: ${kind}`,
    'timeline.received':
      entry.actor.kind === 'system' ? t`A rule reported ${name}: ${kind}` : t`${by} reported ${name}: ${kind}`,
    'message.replied': t`${by} replied to ${name}`,
    'message.mailed': t`We emailed ${name}`,
    'invoice.paid': t`${name} paid ${sum}`,
    'invoice.issued': t`Invoice for ${sum}`,
    'invoice.refunded': t`${by} refunded ${sum}`,
    'payment.failed': t`Payment failed`,
    'payment.settled': t`The failed payment was paid`,
    'payment.disputed': t`Disputed at the bank`,
    'payment.won': t`Dispute won`,
    'subscription.trial': t`Trial started`,
    'subscription.ended': t`Subscription ended`,
  }
  return sentences[entry.action] ?? logged
}

/** The reason or text of an event, the names of changed fields, or the topic of an email. */
export function useMoreText(entry: TimelineEntry): string {
  const { t } = useLingui()
  const formats = useFormats()
  const fieldName = useFieldName()
  const mails: Readonly<Record<string, string>> = {
    decided: t`Decision`,
    deactivated: t`Deactivation`,
    activated: t`Activation`,
    'edited-by-staff': t`Changed details`,
    'picture-decided': t`Photo or voice answer`,
    'fraud-warning': t`Fraud warning`,
  }
  const roles: Readonly<Record<string, string>> = useRoleNames()
  if (entry.reason) return entry.reason
  if (entry.action === 'message.mailed') return mails[textAt(entry, 'mail')] ?? ''
  if (entry.action === 'account.edited') return formats.list(Object.keys(entry.details).map(fieldName))
  return entry.action === 'staff-role.changed' ? (roles[textAt(entry, 'after')] ?? '') : ''
}

export const statusOf = (entry: TimelineEntry): ReportStatus | undefined =>
  entry.kind === 'reports' ? oneOf(reportStatuses, entry.details['status']) : undefined
