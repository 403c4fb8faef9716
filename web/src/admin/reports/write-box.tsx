import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { Lock, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formDraftNames } from '../../session/form-drafts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { usePageKeys } from '../../ui/list-keys.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { useBlankAlert } from './use-blank-alert.ts'
import { useCanned } from './use-canned.ts'
import { draftName, type Kind } from './use-interrupted-reply.ts'
import { useWriting } from './use-writing.ts'

/** A reply and a private note never share a field: each has its own tab, color, text and button. */
export function WriteBox({ report }: { report: Report }) {
  const { t } = useLingui()
  const isNoteWanted = location.hash === '#note'
  const isDraft = (kind: Kind) => formDraftNames(draftName(kind, report._id)).length > 0
  const hasNoReader = report.byRule ?? false
  const [open, setOpen] = useState<Kind>(
    isNoteWanted || hasNoReader || (isDraft('note') && !isDraft('reply')) ? 'note' : 'reply',
  )
  // Shortcuts in the list and on this page open a field here.
  const [times, setTimes] = useState(isNoteWanted ? 1 : 0)
  const start = (kind: Kind) => {
    setOpen(kind)
    setTimes(times + 1)
  }
  const press = (id: string) => {
    setOpen(id === 'note' ? 'note' : 'reply')
    setTimes(0)
  }
  usePageKeys({ r: hasNoReader ? undefined : () => start('reply'), n: () => start('note') })
  const name = report.user.name.split(' ')[0] ?? ''
  const writing = { report, name, times }
  return (
    <section className="card" aria-label={t`Write`}>
      <Tabs
        label={hasNoReader ? t`Private note` : t`Reply or private note`}
        open={open}
        onOpen={press}
        tabs={[
          ...(hasNoReader
            ? []
            : [{ id: 'reply', label: t`Reply to ${name}`, content: <Writing kind="reply" {...writing} /> }]),
          { id: 'note', label: t`Private note`, content: <Writing kind="note" {...writing} /> },
        ]}
      />
    </section>
  )
}

/** Matches the colors of replies and notes in the conversation. */
const lookOf = { reply: 'bg-positive-soft', note: 'border-2 border-dashed border-warning' }

/** `times` counts the shortcuts used, each of which focuses the field. */
type WritingProps = { kind: Kind; report: Report; name: string; times: number }

function Writing({ kind, report, name, times }: WritingProps) {
  const { t } = useLingui()
  const isNote = kind === 'note'
  const { _id: id } = report
  const { alert, busy, write: save } = useWriting(id)
  const draft = useFormDraft(draftName(kind, id), { text: '' })
  const { text } = draft.value
  const { expand, ...canned } = useCanned(report)
  const { isBlank, shown, touch, startAgain } = useBlankAlert(text, alert)
  const store = (value: string) => draft.change({ text: value })
  const send = async () => {
    if (!(await save(text, isNote))) return
    startAgain()
    draft.forget()
    toast({ text: isNote ? t`Note saved` : t`Reply sent to ${name}` })
  }
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (times > 0) box.current?.querySelector('textarea')?.focus()
  }, [times])
  return (
    <div ref={box} className={`grid gap-3 rounded-md p-3 ${lookOf[kind]}`}>
      <ErrorNote>{isNote ? alert : shown}</ErrorNote>
      {!isNote && <CannedReplies {...canned} onPick={store} />}
      <TextArea
        label={isNote ? t`Private note` : t`Reply to ${name}`}
        hint={isNote ? t`Only staff can see this.` : t`${name} will see this and get a notification.`}
        rows={5}
        maxLength={5000}
        value={text}
        onChange={({ target }) => {
          touch()
          store(isNote ? target.value : expand(target.value))
        }}
        onBlur={touch}
      />
      <Button
        tone={isNote ? 'quiet' : 'primary'}
        className="justify-self-start"
        busy={busy}
        disabled={isBlank}
        onClick={() => void send()}
      >
        {isNote ? <Lock size={16} /> : <Send size={16} />}
        {isNote ? t`Save private note` : t`Send reply`}
      </Button>
    </div>
  )
}
