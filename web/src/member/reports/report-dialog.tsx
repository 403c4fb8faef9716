import type { Message } from '@kindred/contract/chat/conversations'
import type { Picture } from '@kindred/contract/profiles/users'
import { type ReportDetail, reportDetails, typeOfDetail } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { support } from '../../api/member-client.ts'
import { useReportDetail } from '../../api/report-details.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import BlockDialog from './block-dialog.tsx'

type Props = {
  person: { id: string; name: string }
  message?: Message | undefined
  photo?: Pick<Picture, 'publicId'> | undefined
  /** True after a call, which leaves nothing to attach. */
  isCall?: boolean
  onClose: () => void
  onBlocked: () => void
}

type Step = { at: 'reason' } | { at: 'words'; detail?: ReportDetail } | { at: 'sent'; decideBy: string | undefined }

/** A report in two steps: the reason, and words about it, which only a reason that isn’t listed needs. */
export default function ReportDialog({ person, message, photo, isCall = false, onClose, onBlocked }: Props) {
  const { t } = useLingui()
  const reasons = useReportDetail()
  const action = useAction()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'reason' })
  // Escape closes the dialog, and loses nothing.
  const draft = useFormDraft(`report.${person.id}`, { words: '' })
  const { title, lead } = useHead(person, { message, photo, isCall })
  const { id } = person
  const send = async (words: string, detail?: ReportDetail) => {
    const subject = {
      userId: id,
      ...(message && { messageId: message._id }),
      ...(photo && { publicId: photo.publicId }),
    }
    const about = detail ? { problem_type: typeOfDetail[detail], detail } : { problem_type: 'Other' as const }
    const description = [detail && reasons[detail], words.trim()].filter(Boolean).join('\n\n')
    await action.run(async () => {
      const answer = await support.createReport({
        body: { ...about, ...subject, description: isCall ? t`During a call: ${description}` : description },
      })
      void queryClient.invalidateQueries({ queryKey: ['listMyReports'] })
      draft.forget()
      setStep({ at: 'sent', decideBy: answer.data.report.decideBy })
    })
  }
  if (step.at === 'sent')
    return <BlockDialog isReported decideBy={step.decideBy} person={person} onClose={onClose} onBlocked={onBlocked} />
  return (
    <Dialog onClose={onClose} title={title}>
      {step.at === 'reason' ? (
        <>
          <p className="text-muted">{lead}</p>
          <ul className="-mx-2 grid" aria-label={t`Reason`}>
            {reportDetails.map((detail) => (
              <Reason key={detail} onClick={() => setStep({ at: 'words', detail })}>
                {reasons[detail]}
              </Reason>
            ))}
            <Reason onClick={() => setStep({ at: 'words' })}>{t`Something else`}</Reason>
          </ul>
        </>
      ) : (
        <>
          {!action.problems['description'] && <ErrorNote>{action.text}</ErrorNote>}
          <Words
            reason={step.detail && reasons[step.detail]}
            busy={action.busy}
            problem={action.problems['description']}
            words={draft.value.words}
            onWords={(words) => draft.change({ words })}
            onSend={() => void send(draft.value.words, step.detail)}
            onBack={() => setStep({ at: 'reason' })}
          />
        </>
      )}
    </Dialog>
  )
}

function useHead({ name }: Props['person'], { message, photo, isCall }: Pick<Props, 'message' | 'photo' | 'isCall'>) {
  const { t } = useLingui()
  if (message)
    return {
      title: t`Report this message?`,
      lead: t`We’ll include the message. We never tell ${name} who reported them.`,
    }
  if (photo)
    return {
      title: t`Report this photo?`,
      lead: t`We’ll include the photo. We never tell ${name} who reported them.`,
    }
  if (isCall)
    return {
      title: t`Report this call?`,
      lead: t`Calls aren’t recorded, so choose what happened. We never tell ${name} who reported them.`,
    }
  return {
    title: t`Report ${name}?`,
    lead: t`We never tell ${name} who reported them.`,
  }
}

const Reason = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <li>
    <button
      type="button"
      className={
        'flex min-h-11 w-full items-center gap-3 rounded-md border-0 bg-transparent px-2 py-2 text-start text-ink ' +
        'hover:bg-sunken'
      }
      onClick={onClick}
    >
      {children}
      <ChevronRight className="icon ms-auto rtl:-scale-x-100" size={20} />
    </button>
  </li>
)

type WordsProps = {
  /** The chosen reason. Without one, words are required. */
  reason: string | undefined
  busy: boolean
  problem: string | undefined
  words: string
  onWords: (words: string) => void
  onSend: () => void
  onBack: () => void
}

function Words({ reason, busy, problem, words, onWords, onSend, onBack }: WordsProps) {
  const { t } = useLingui()
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {reason && <p className="font-medium">{reason}</p>}
      <TextArea
        label={reason ? t`Anything else we should know?` : t`What happened?`}
        required={!reason}
        autoFocus={!reason}
        rows={4}
        maxLength={4000}
        {...(reason
          ? { optional: t`(optional)` }
          : { hint: t`At least 10 characters. We never tell the person you report who reported them.` })}
        error={problem}
        value={words}
        onChange={({ target }) => onWords(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" autoFocus={reason !== undefined} busy={busy}>{t`Send report`}</Button>
        <Button tone="ghost" disabled={busy} onClick={onBack}>{t`Back`}</Button>
      </div>
    </form>
  )
}
