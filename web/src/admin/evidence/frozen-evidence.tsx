import type { FrozenEvidence as EvidenceBody, FrozenMessage, MessageNow } from '@kindred/contract/moderation/evidence'
import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../ui/pieces.tsx'
import { useBehindReason } from '../case/use-behind-reason.tsx'
import { DecideAbout } from './decide-about.tsx'
import { EarlierOnProfile } from './earlier-on-profile.tsx'
import { EvidencePhotos, NoLongerShown } from './evidence-photos.tsx'
import { EvidenceVoice, EvidenceVoiceAnswer } from './evidence-voice.tsx'
import { Messages } from '../case/messages.tsx'
import { ThenAndNow } from './then-and-now.tsx'
import { useEvidenceCall } from './use-evidence.ts'

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

/** `reader` received the messages in a rule's report, which has no reporter. */
type EvidenceProps = { report: Report; reader: string | undefined; isOpened: boolean }

/** Copies made when a person was reported. They are private, so they open with the case, or for a reason. */
export default function FrozenEvidence({ report, reader, isOpened }: EvidenceProps) {
  const { t } = useLingui()
  const id = report._id
  const { data, button } = useBehindReason({ ...useEvidenceCall(id), isOpened })
  return (
    <section className="card grid gap-4" aria-labelledby="evidence">
      <h2 id="evidence">{t`Evidence`}</h2>
      <p className="text-muted text-caption">{t`Evidence at the time of the report`}</p>
      {data ? <Opened report={report} reader={reader} evidence={data.data.evidence} /> : button}
    </section>
  )
}

type OpenedProps = Pick<EvidenceProps, 'report' | 'reader'> & { evidence: EvidenceBody }

function Opened({ report, reader, evidence: { about, content, now } }: OpenedProps) {
  const { t } = useLingui()
  const { _id: id, byRule = false, user } = report
  const names = {
    reported: report.about?.name ?? t`Reported person`,
    reporter: byRule ? (reader ?? t`Reader`) : user.name,
  }
  return (
    <>
      {content.messages.length > 0 && (
        <Messages
          messages={content.messages}
          names={names}
          byRule={byRule}
          voiceOf={(voice) => <EvidenceVoice reportId={id} voice={voice} />}
          sinceOf={(message) => <MessageSince then={message} now={now?.messages ?? []} />}
          actionsFor={(message) => <DecideAbout about={about} reportId={id} message={message} />}
        />
      )}
      <ThenAndNow then={content.profile} now={now?.profile ?? null} />
      <EarlierOnProfile texts={content.earlier} />
      {content.voices.map((answer) => (
        <EvidenceVoiceAnswer key={answer.fileId} reportId={id} answer={answer}>
          {now?.voice === answer.fileId ? (
            <DecideAbout about={about} reportId={id} voice />
          ) : (
            <NoLongerShown until={answer.until} />
          )}
        </EvidenceVoiceAnswer>
      ))}
      <EvidencePhotos reportId={id} about={about} pictures={content.pictures} current={now?.pictures ?? null} />
    </>
  )
}
