import type { FrozenEvidence as EvidenceBody, FrozenMessage, MessageNow } from '@kindred/contract/moderation/evidence'
import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useWithReason } from '../access-reasons.ts'
import { DecideAbout } from './decide-about.tsx'
import { EvidencePhotos } from './evidence-photos.tsx'
import { EvidenceVoice, EvidenceVoiceAnswer } from './evidence-voice.tsx'
import { Messages } from './messages.tsx'
import { ThenAndNow } from './then-and-now.tsx'

type Props = { then: FrozenMessage; now: readonly MessageNow[] }

function MessageSince({ then, now }: Props) {
  const { t } = useLingui()
  const current = now.find(({ _id }) => _id === then._id)
  if (!current || current.isDeleted)
    return then.deletedAt ? null : (
      <p>
        <Badge tone="warning">{current ? t`Since deleted or removed` : t`Deleted with the conversation`}</Badge>
      </p>
    )
  if (current.text === then.text) return null
  return (
    <p className="text-start whitespace-pre-line">
      <Badge tone="warning">{t`Changed`}</Badge> {t`Now:`} <bdi>{current.text}</bdi>
    </p>
  )
}

/** Copies made when a person was reported. They are private, so staff give a reason to see them. */
export default function FrozenEvidence({ report }: { report: Report }) {
  const { t } = useLingui()
  const id = report._id
  const open = useWithReason(`evidence ${id}`, t`Give a reason to see the evidence.`, (input) =>
    backOffice.getReportEvidence({ params: { id }, ...input }),
  )
  const evidence = open.data?.data.evidence
  return (
    <section className="card grid gap-4" aria-labelledby="evidence">
      <h2 id="evidence">{t`Evidence`}</h2>
      <p className="text-muted text-caption">{t`Evidence at the time of the report`}</p>
      {evidence ? (
        <Opened id={id} byRule={report.byRule ?? false} evidence={evidence} />
      ) : (
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-start"
          busy={open.isPending}
          onClick={() => open.mutate()}
        >
          {t`Show evidence`}
        </Button>
      )}
    </section>
  )
}

type OpenedProps = { id: string; byRule: boolean; evidence: EvidenceBody }

function Opened({ id, byRule, evidence: { about, content, now } }: OpenedProps) {
  const { t } = useLingui()
  return (
    <>
      {content.messages.length > 0 && (
        <Messages
          messages={content.messages}
          byRule={byRule}
          voiceOf={(voice) => <EvidenceVoice reportId={id} voice={voice} />}
          sinceOf={(message) => <MessageSince then={message} now={now?.messages ?? []} />}
          actionsFor={(message) => <DecideAbout about={about} reportId={id} message={message} />}
        />
      )}
      <ThenAndNow then={content.profile} now={now?.profile ?? null} />
      {content.voice && (
        <EvidenceVoiceAnswer reportId={id} answer={content.voice}>
          {now?.voice === content.voice.fileId ? (
            <DecideAbout about={about} reportId={id} voice />
          ) : (
            <Badge tone="warning">{t`Since removed`}</Badge>
          )}
        </EvidenceVoiceAnswer>
      )}
      <EvidencePhotos reportId={id} about={about} pictures={content.pictures} current={now?.pictures ?? null} />
    </>
  )
}
