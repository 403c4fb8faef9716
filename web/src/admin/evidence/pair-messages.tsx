import type { FrozenEvidence, FrozenMessage } from '@kindred/contract/moderation/evidence'
import type { ReportPair } from '@kindred/contract/moderation/pairs'
import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Messages } from '../case/messages.tsx'
import { useBehindReason } from '../case/use-behind-reason.tsx'
import { DecideAbout } from './decide-about.tsx'
import { evidenceKey } from './frozen-evidence.tsx'
import { pairing } from './use-pair.ts'

type Props = { report: Report; pair: ReportPair; isOpened: boolean }

/** Returns false for the messages that the opened evidence already shows. */
function useIsNew(reportId: string) {
  const { data } = useQuery<{ data: { evidence: FrozenEvidence } }>({
    queryKey: evidenceKey(reportId),
    queryFn: skipToken,
  })
  return ({ _id }: FrozenMessage) => !data?.data.evidence.content.messages.some((shown) => shown._id === _id)
}

/** Their messages are private. They open with the case, or for a reason. */
export default function PairMessages({ report: { _id: id, byRule = false }, pair, isOpened }: Props) {
  const { t } = useLingui()
  const { data, button } = useBehindReason({
    queryKey: ['getPairMessages', id],
    subject: `evidence ${id}`,
    declined: t`Give a reason to see the messages.`,
    isOpened,
    call: (input) => pairing.getPairMessages({ params: { id }, ...input }),
    show: t`Show messages`,
  })
  const isNew = useIsNew(id)
  const messages = data?.data.messages.filter(isNew)
  const names = { reported: pair.reported.name, reporter: pair.reporter.name }
  // The evidence contains all of them.
  if (messages?.length === 0) return null
  return (
    <section className="card grid gap-4" aria-label={t`Their messages`}>
      {messages ? (
        <Messages
          title={t`Their messages`}
          messages={messages}
          names={names}
          byRule={byRule}
          actionsFor={(message) => <DecideAbout about={pair.reported._id} reportId={id} message={message} />}
        />
      ) : (
        button
      )}
    </section>
  )
}
