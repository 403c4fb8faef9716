import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useInterruptedText } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { shortId } from './short-id.ts'
import { useBlankAlert } from './use-blank-alert.ts'
import { useCanned } from './use-canned.ts'
import { replyName, replyNotesName } from './use-interrupted-reply.ts'
import { Watchers } from './watchers.tsx'
import { isSendKey, useWriting } from './use-writing.ts'
import { factsClass } from '../../ui/classes.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { Byline, UserText } from '../../ui/user-text.tsx'
import { useReportKind } from '../../api/report-details.ts'

type Props = { report: Report; onClose: () => void }

/** Sends a reply to the reporter. Internal notes are saved only by their own button. */
export function ReplyDialog({ report, onClose }: Props) {
  const { t } = useLingui()
  const { alert, busy, write: save } = useWriting(report)
  const [message, setMessage] = useInterruptedText(replyName(report._id))
  const { expand, ...canned } = useCanned(report)
  const [notes, setNotes] = useInterruptedText(replyNotesName(report._id))
  const { isBlank, shown, touch } = useBlankAlert(message, alert)
  const send = async () => {
    if (isBlank) return touch()
    // Notes that weren't saved are logged here, and never sent with a reply.
    if (notes.trim()) console.info('Internal notes, not sent:', notes)
    if (!(await save(message, false))) return
    toast({ text: t`Reply sent` })
    onClose()
  }
  const saveNote = async () => {
    if (!(await save(notes, true))) return
    setNotes('')
    toast({ text: t`Note saved` })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t`Reply to report ${shortId(report._id)}`}
      go={t`Send`}
      busy={busy}
      disabled={isBlank}
      onGo={() => void send()}
    >
      <Watchers id={report._id} />
      <Facts report={report} />
      <Alert text={shown} />
      <CannedReplies {...canned} onPick={setMessage} />
      <TextArea
        label={t`Reply`}
        required
        rows={4}
        maxLength={5000}
        value={message}
        onChange={({ target }) => {
          touch()
          setMessage(expand(target.value))
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          if (!busy && !isBlank) void send()
        }}
        onBlur={touch}
      />
      <NotesBox notes={notes} busy={busy} onChange={setNotes} onSave={() => void saveNote()} />
    </Dialog>
  )
}

const Alert = ({ text }: { text: string | undefined }) =>
  text && (
    <Note tone="danger" live>
      {text}
    </Note>
  )

type NotesProps = { notes: string; busy: boolean; onChange: (notes: string) => void; onSave: () => void }

function NotesBox({ notes, busy, onChange, onSave }: NotesProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2 rounded-md border-2 border-dashed border-warning p-3">
      <p className="flex items-center gap-2 text-caption font-medium">
        <Lock size={14} />
        {t`Not part of the reply. Save it to keep it on the report.`}
      </p>
      <TextArea
        label={t`Internal notes`}
        optional={t`(optional)`}
        rows={2}
        maxLength={5000}
        value={notes}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" size="sm" disabled={notes.trim() === '' || busy} onClick={onSave}>
          <Trans>Save as internal note</Trans>
        </Button>
        {notes !== '' && (
          <Button tone="ghost" size="sm" disabled={busy} onClick={() => onChange('')}>{t`Discard note`}</Button>
        )}
      </div>
    </div>
  )
}

function Facts({ report }: { report: Report }) {
  const { t } = useLingui()
  const formats = useFormats()
  const kindName = useReportKind()
  const earlier = report.replies.filter(({ isInternal }) => !isInternal)
  return (
    <>
      <dl className={factsClass}>
        <dt>{t`User`}</dt>
        <dd>
          <bdi>{report.user.name}</bdi> {report.user.email && <span className="text-muted">{report.user.email}</span>}
        </dd>
        <dt>{t`Issue`}</dt>
        <dd>{kindName(report.problem_type, report.detail)}</dd>
        <dt>{t`Description`}</dt>
        <dd dir="auto" className="text-start whitespace-pre-line">
          {report.description}
        </dd>
      </dl>
      {earlier.length > 0 && (
        <section aria-label={t`Older replies`} className="grid gap-2">
          {earlier.map(({ _id, message, repliedBy, repliedAt }) => (
            <div key={_id} className="rounded-md bg-sunken p-3">
              <p className="text-muted text-caption">
                <Byline by={repliedBy.name} when={formats.dayAndTime(repliedAt)} />
              </p>
              <UserText>{message}</UserText>
            </div>
          ))}
        </section>
      )}
    </>
  )
}
