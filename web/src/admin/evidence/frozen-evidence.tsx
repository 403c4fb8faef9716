import type { FrozenEvidence as EvidenceBody, FrozenMessage } from '@kindred/contract/moderation/evidence'
import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { withReason } from '../access-reasons.ts'
import { EvidencePictures } from './evidence-pictures.tsx'
import { EvidenceVoice } from './evidence-voice.tsx'
import { ThenAndNow } from './then-and-now.tsx'

/** What was frozen when the report was made. It is private, so staff give a reason to see it. */
export default function FrozenEvidence({ report }: { report: Report }) {
  const { t } = useLingui()
  const id = report._id
  const open = useMutation({
    mutationFn: () =>
      withReason(`evidence ${id}`, t`Give a reason to see the evidence.`, (input) =>
        backOffice.getReportEvidence({ params: { id }, ...input }),
      ),
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  const evidence = open.data?.data.evidence
  return (
    <section className="card grid gap-4" aria-labelledby="evidence">
      <h2 id="evidence">
        <Trans>Evidence</Trans>
      </h2>
      <p className="text-muted text-caption">
        <Trans>Evidence, as it was when reported</Trans>
      </p>
      {evidence ? (
        <Opened id={id} evidence={evidence} />
      ) : (
        <Button
          tone="quiet"
          size="sm"
          className="justify-self-start"
          busy={open.isPending}
          onClick={() => open.mutate()}
        >
          <Trans>Show evidence</Trans>
        </Button>
      )}
    </section>
  )
}

function Opened({ id, evidence: { content, now } }: { id: string; evidence: EvidenceBody }) {
  return (
    <>
      {content.messages.length > 0 && <Messages id={id} messages={content.messages} />}
      <ThenAndNow then={content.profile} now={now?.profile ?? null} />
      <EvidencePictures reportId={id} pictures={content.pictures} current={now?.pictures ?? null} />
    </>
  )
}

/** The conversation, with what was reported marked. */
function Messages({ id, messages }: { id: string; messages: readonly FrozenMessage[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <section className="grid gap-2" aria-label={t`Messages`}>
      <h3>
        <Trans>Messages</Trans>
      </h3>
      <ol className="grid gap-2">
        {messages.map(({ _id, by, text, picture, voice, at, deletedAt, isReported }) => (
          <li key={_id} className={`rounded-md p-3 ${isReported ? 'border-2 border-warning' : 'bg-sunken'}`}>
            <p className="text-muted text-caption">
              {by === 'reported' ? t`Reported person` : t`Reporter`}, {formats.dayAndTime(at)}
              {isReported && <strong>, {t`reported`}</strong>}
              {deletedAt && <>, {t`deleted by its author`}</>}
            </p>
            {text && (
              <p className="text-start whitespace-pre-line" dir="auto">
                {text}
              </p>
            )}
            {picture && <p>{t`Photo, shown below`}</p>}
            {voice && <EvidenceVoice reportId={id} voice={voice} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
