import type { Report } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { Lock, Send } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { formDraftNames } from '../../session/form-drafts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { usePageKeys } from '../../ui/list-keys.ts'
import { toast } from '../../ui/toast.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { optionId, useMentions } from './use-mentions.ts'
import { useBlankAlert } from './use-blank-alert.ts'
import { useCanned } from './use-canned.ts'
import { isOwnChange } from './own-changes.ts'
import { draftName, type Kind } from './use-interrupted-reply.ts'
import { isSendKey, useWriting } from './use-writing.ts'

const MentionList = lazy(() => import('./mention-list.tsx'))

/** A reply and a private note never share a field: each has its own choice, color, text and button. */
export function WriteBox({ report }: { report: Report }) {
  const { t } = useLingui()
  const isNoteWanted = location.hash === '#note'
  const isDraft = (kind: Kind) => formDraftNames(draftName(kind, report._id)).length > 0
  const hasNoReader = report.byRule ?? false
  // Closed until it is wanted, or where something is unfinished.
  const [open, setOpen] = useState<Kind | undefined>(isNoteWanted ? 'note' : (['reply', 'note'] as const).find(isDraft))
  // Shortcuts in the list and on this page open a field here.
  const [times, setTimes] = useState(isNoteWanted ? 1 : 0)
  const start = (kind: Kind) => {
    setOpen(kind)
    setTimes(times + 1)
  }
  const toggle = (kind: Kind) => (open === kind ? setOpen(undefined) : start(kind))
  usePageKeys({ r: hasNoReader ? undefined : () => start('reply'), n: () => start('note') })
  const name = report.user.name.split(' ')[0] ?? ''
  const writing = { report, name, times }
  return (
    <section className="card grid gap-4" aria-label={t`Write`}>
      <div className="flex flex-wrap gap-2" role="group" aria-label={t`Reply or private note`}>
        {!hasNoReader && (
          <Button
            tone="quiet"
            size="sm"
            className="max-w-full min-w-0"
            aria-expanded={open === 'reply'}
            onClick={() => toggle('reply')}
          >
            <Send size={16} className="flex-none" />
            <span className="min-w-0 truncate">{t`Reply to ${name}`}</span>
          </Button>
        )}
        <Button tone="quiet" size="sm" aria-expanded={open === 'note'} onClick={() => toggle('note')}>
          <Lock size={16} />
          {t`Private note`}
        </Button>
      </div>
      {open && <Writing key={open} kind={open} {...writing} />}
    </section>
  )
}

/** Matches the colors of replies and notes in the conversation. */
const lookOf = { reply: 'bg-positive-soft', note: 'border-2 border-dashed border-warning' }

/** `times` counts the shortcuts used, each of which focuses the field. */
type WritingProps = { kind: Kind; report: Report; name: string; times: number }

/** True if someone else changed the report, which the page keeps up to date, after its reader began to write. */
function useChangeSince(report: Report, isWriting: boolean): boolean {
  const { version } = report
  const [seen, setSeen] = useState(version)
  if (seen !== version && (!isWriting || isOwnChange(report))) setSeen(version)
  return isWriting && seen !== version && !isOwnChange(report)
}

function Writing({ kind, report, name, times }: WritingProps) {
  const { t } = useLingui()
  const isNote = kind === 'note'
  const { _id: id } = report
  const { alert, busy, write: save } = useWriting(report)
  const draft = useFormDraft(draftName(kind, id), { text: '', mentions: '' })
  const { text } = draft.value
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({
    field,
    text,
    chosen: draft.value.mentions.split(' ').filter(Boolean),
    onChange: (value, chosen) => draft.change({ text: value, mentions: chosen.join(' ') }),
  })
  const { expand, ...canned } = useCanned(report)
  const hasChanged = useChangeSince(report, text !== '')
  const { isBlank, shown, touch, startAgain } = useBlankAlert(text, alert)
  const store = (value: string) => draft.change({ text: value })
  const send = async () => {
    const mentioned = isNote ? mentions.mentioned.map(({ _id }) => _id) : []
    if (!(await save(text, isNote, mentioned))) return
    startAgain()
    draft.forget()
    toast({ text: isNote ? t`Note saved` : t`Reply sent to ${name}` })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event)) {
      event.preventDefault()
      if (!busy && !isBlank) void send()
    } else if (isNote) mentions.onKeyDown(event)
  }
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (times > 0) box.current?.querySelector('textarea')?.focus()
  }, [times])
  return (
    <div ref={box} className={`grid gap-3 rounded-md p-3 ${lookOf[kind]}`}>
      <ErrorNote>{isNote ? alert : shown}</ErrorNote>
      {!isNote && <CannedReplies {...canned} onPick={store} />}
      <div className="relative" onBlur={mentions.close}>
        <TextArea
          ref={field}
          label={isNote ? t`Private note` : t`Reply to ${name}`}
          hint={
            isNote
              ? t`Only staff can see this. Type @ to mention a colleague.`
              : t`${name} will see this and get a notification.`
          }
          {...(isNote && {
            'aria-autocomplete': 'list' as const,
            'aria-controls': mentions.found.length > 0 ? mentions.list : undefined,
            'aria-activedescendant': mentions.current && optionId(mentions.list, mentions.current._id),
            onSelect: mentions.look,
          })}
          rows={5}
          maxLength={5000}
          value={text}
          onChange={({ target }) => {
            touch()
            store(isNote ? target.value : expand(target.value))
          }}
          onKeyDown={onKeyDown}
          onBlur={touch}
        />
        {mentions.found.length > 0 && (
          <Suspense>
            <MentionList mentions={mentions} />
          </Suspense>
        )}
      </div>
      {hasChanged && (
        <Note tone="warning" live>
          {t`This report has changed since you began writing.`}
        </Note>
      )}
      <Button
        tone={isNote ? 'quiet' : 'primary'}
        className="justify-self-start"
        aria-keyshortcuts="Control+Enter Meta+Enter"
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
