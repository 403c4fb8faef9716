import type { FrozenEvidence, FrozenMessage } from '@kindred/contract/moderation/evidence'
import type { ReportPair } from '@kindred/contract/moderation/pairs'
import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useWithReason } from '../access-reasons.ts'
import { Messages } from '../case/messages.tsx'
import { useBehindReason } from '../case/use-behind-reason.tsx'
import { DecideAbout } from './decide-about.tsx'
import { evidenceKey } from './use-evidence.ts'
import { pairing } from './use-pair.ts'

type Props = { report: Report; pair: ReportPair; isOpened: boolean }
type Page = { messages: FrozenMessage[]; hasEarlier: boolean }

/** The evidence, once it was opened. */
const useOpened = (reportId: string): FrozenEvidence | undefined =>
  useQuery<{ data: { evidence: FrozenEvidence } }>({ queryKey: evidenceKey(reportId), queryFn: skipToken }).data?.data
    .evidence

/** Their messages are private. They open with the case, or for a reason, and staff can go back to the first one. */
export default function PairMessages({ report, pair, isOpened }: Props) {
  const { _id: id, byRule = false, hasFrozen = false } = report
  const { t } = useLingui()
  const subject = `evidence ${id}`
  const declined = t`Give a reason to see the messages.`
  const { data, button } = useBehindReason({
    queryKey: ['getPairMessages', id],
    subject,
    declined,
    isOpened,
    call: (input) => pairing.getPairMessages({ params: { id }, query: {}, ...input }),
    show: t`Show messages`,
  })
  const [older, setOlder] = useState<Page>()
  const evidence = useOpened(id)
  const all = [...(older?.messages ?? []), ...(data?.data.messages ?? [])]
  const { hasEarlier = false } = older ?? data?.data ?? {}
  const more = useWithReason(
    subject,
    declined,
    (input) => pairing.getPairMessages({ params: { id }, query: { before: all[0]?._id }, ...input }),
    (page) => setOlder((shown) => ({ ...page.data, messages: [...page.data.messages, ...(shown?.messages ?? [])] })),
  )
  const messages = all.filter(({ _id }) => !evidence?.content.messages.some((shown) => shown._id === _id))
  // The server refuses decisions by anyone who hasn't opened the evidence.
  const mayDecide = !hasFrozen || evidence !== undefined
  const names = { reported: pair.reported.name, reporter: pair.reporter.name }
  // The evidence contains all of them.
  if (data && messages.length === 0 && !hasEarlier) return null
  return (
    <section className="card grid gap-4" aria-label={t`Their messages`}>
      {hasEarlier && (
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-start"
          busy={more.isPending}
          onClick={() => more.mutate()}
        >
          {t`Show earlier messages`}
        </Button>
      )}
      {data ? (
        <Messages
          title={t`Their messages`}
          messages={messages}
          names={names}
          byRule={byRule}
          actionsFor={(message) =>
            mayDecide && <DecideAbout about={pair.reported._id} reportId={id} message={message} />
          }
        />
      ) : (
        button
      )}
    </section>
  )
}
