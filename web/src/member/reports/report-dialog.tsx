import type { Message } from '@kindred/contract/chat/conversations'
import type { Picture } from '@kindred/contract/profiles/users'
import { type ReportDetail, reportDetails, typeOfDetail } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { support } from '../../api/member-client.ts'
import { useReportDetail } from '../../api/report-details.ts'
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

/** A report in one choice. Only a reason that isn’t listed needs words. */
export default function ReportDialog({ person, message, photo, isCall = false, onClose, onBlocked }: Props) {
  const { t } = useLingui()
  const reasons = useReportDetail()
  const action = useAction()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<'reason' | 'words' | { decideBy: string | undefined }>('reason')
  const { title, lead } = useHead(person, { message, photo, isCall })
  const { id } = person
  const send = async (description: string, detail?: ReportDetail) => {
    const subject = {
      userId: id,
      ...(message && { messageId: message._id }),
      ...(photo && { publicId: photo.publicId }),
    }
    const about = detail ? { problem_type: typeOfDetail[detail], detail } : { problem_type: 'Other' as const }
    const words = isCall ? t`During a call: ${description}` : description
    await action.run(async () => {
      const answer = await support.createReport({ body: { ...about, ...subject, description: words } })
      void queryClient.invalidateQueries({ queryKey: ['listMyReports'] })
      setStep({ decideBy: answer.data.report.decideBy })
    })
  }
  if (typeof step === 'object')
    return <BlockDialog isReported decideBy={step.decideBy} person={person} onClose={onClose} onBlocked={onBlocked} />
  return (
    <Dialog onClose={onClose} title={title}>
      {step === 'reason' && <p className="text-muted">{lead}</p>}
      {!action.problems['description'] && <ErrorNote>{action.text}</ErrorNote>}
      {step === 'reason' ? (
        <ul className="-mx-2 grid" aria-label={t`Reason`}>
          {reportDetails.map((detail) => (
            <Reason key={detail} busy={action.busy} onClick={() => void send(reasons[detail], detail)}>
              {reasons[detail]}
            </Reason>
          ))}
          <Reason busy={action.busy} onClick={() => setStep('words')}>
            {t`Something else`}
            <ChevronRight className="icon ms-auto rtl:-scale-x-100" size={20} />
          </Reason>
        </ul>
      ) : (
        <Words busy={action.busy} problem={action.problems['description']} onSend={(words) => void send(words)} />
      )}
    </Dialog>
  )
}

function useHead({ name }: Props['person'], { message, photo, isCall }: Pick<Props, 'message' | 'photo' | 'isCall'>) {
  const { t } = useLingui()
  if (message)
    return {
      title: t`Report this message?`,
      lead: t`We’ll include the message. We never tell ${name} who reported them. Your report is sent as soon as you choose.`,
    }
  if (photo)
    return {
      title: t`Report this photo?`,
      lead: t`We’ll include the photo. We never tell ${name} who reported them. Your report is sent as soon as you choose.`,
    }
  if (isCall)
    return {
      title: t`Report this call?`,
      lead: t`Calls aren’t recorded, so choose what happened. We never tell ${name} who reported them. Your report is sent as soon as you choose.`,
    }
  return {
    title: t`Report ${name}?`,
    lead: t`We never tell ${name} who reported them. Your report is sent as soon as you choose.`,
  }
}

type ReasonProps = { busy: boolean; onClick: () => void; children: ReactNode }

const Reason = ({ busy, onClick, children }: ReasonProps) => (
  <li>
    <button
      type="button"
      className={
        'flex min-h-11 w-full items-center gap-3 rounded-md border-0 bg-transparent px-2 py-2 text-start text-ink ' +
        'hover:bg-sunken'
      }
      disabled={busy}
      onClick={onClick}
    >
      {children}
    </button>
  </li>
)

type WordsProps = { busy: boolean; problem: string | undefined; onSend: (words: string) => void }

function Words({ busy, problem, onSend }: WordsProps) {
  const { t } = useLingui()
  const [words, setWords] = useState('')
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(words)
      }}
    >
      <TextArea
        label={t`What happened?`}
        required
        autoFocus
        rows={4}
        maxLength={5000}
        hint={t`At least 10 characters. We never tell the person you report who reported them.`}
        error={problem}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Button type="submit" className="justify-self-start" busy={busy}>{t`Send report`}</Button>
    </form>
  )
}
