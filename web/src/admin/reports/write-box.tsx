import type { Report } from '@kindred/contract/reports'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { replyProblem } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { CannedReplies } from './canned-replies.tsx'
import { useCanned } from './use-canned.ts'
import { useWriting } from './use-writing.ts'

const draftKey = (id: string) => `kindred.reply.${id}`

/** A reply or a note, kept as a draft until it is sent or saved. */
export function WriteBox({ report }: { report: Report }) {
  const { t } = useLingui()
  const { alert, busy, write } = useWriting(report._id)
  const [text, setText] = useState(() => localStorage.getItem(draftKey(report._id)) ?? '')
  const { canned, expand } = useCanned(report)
  const box = useRef<HTMLElement>(null)
  // The list leads here by a key to write a note.
  useEffect(() => {
    if (location.hash === '#note') box.current?.querySelector('textarea')?.focus()
  }, [])
  const keep = (value: string) => {
    setText(value)
    localStorage.setItem(draftKey(report._id), value)
  }
  const send = async (isInternal: boolean) => {
    if (!(await write(text, isInternal))) return
    setText('')
    localStorage.removeItem(draftKey(report._id))
  }
  const blank = replyProblem(text) !== undefined
  return (
    <section ref={box} className="card grid gap-3" aria-label={t`Write`}>
      {alert && (
        <Note tone="danger" live>
          {alert}
        </Note>
      )}
      <CannedReplies canned={canned} onPick={keep} />
      <TextArea
        label={t`Reply or note`}
        rows={5}
        maxLength={5000}
        value={text}
        onChange={({ target }) => keep(expand(target.value))}
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={blank} onClick={() => void send(false)}>
          <Trans>Send reply</Trans>
        </Button>
        <Button tone="quiet" busy={busy} disabled={blank} onClick={() => void send(true)}>
          <Trans>Save as internal note</Trans>
        </Button>
      </div>
    </section>
  )
}
