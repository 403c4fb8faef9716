import type { Report } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { read, write } from '../../session/storage.ts'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { useBlankAlert } from './use-blank-alert.ts'
import { useCanned } from './use-canned.ts'
import { replyName } from './use-interrupted-reply.ts'
import { useWriting } from './use-writing.ts'

const draftKey = (id: string) => `kindred.reply.${id}`

/** A reply or a note, kept as a draft until it is sent or saved. */
export function WriteBox({ report }: { report: Report }) {
  const { t } = useLingui()
  const { alert, busy, write: save } = useWriting(report._id)
  const [text, setText] = useUnfinished(replyName(report._id), read(draftKey(report._id)) ?? '')
  const { canned, expand } = useCanned(report)
  const { isBlank, shown, touch, startAgain } = useBlankAlert(text, alert)
  const box = useRef<HTMLElement>(null)
  // The list leads here by a key to write a note.
  useEffect(() => {
    if (location.hash === '#note') box.current?.querySelector('textarea')?.focus()
  }, [])
  const store = (value: string) => {
    setText(value)
    write(draftKey(report._id), value || null)
  }
  const send = async (isInternal: boolean) => {
    if (!(await save(text, isInternal))) return
    startAgain()
    store('')
  }
  return (
    <section ref={box} className="card grid gap-3" aria-label={t`Write`}>
      <ErrorNote>{shown}</ErrorNote>
      <CannedReplies canned={canned} onPick={store} />
      <TextArea
        label={t`Reply or note`}
        rows={5}
        maxLength={5000}
        value={text}
        onChange={({ target }) => {
          touch()
          store(expand(target.value))
        }}
        onBlur={touch}
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={isBlank} onClick={() => void send(false)}>
          <Trans>Send reply</Trans>
        </Button>
        <Button tone="quiet" busy={busy} disabled={isBlank} onClick={() => void send(true)}>
          <Trans>Save as internal note</Trans>
        </Button>
      </div>
    </section>
  )
}
