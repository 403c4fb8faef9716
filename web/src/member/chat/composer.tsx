import type { Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, ImagePlus, X } from 'lucide-react'
import { useRef, useState, type ClipboardEvent, type FormEvent, type KeyboardEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { matching } from '../../api/member-client.ts'
import { uploadPicture } from '../../api/upload.ts'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { draftOf, saveDraft } from './drafts.ts'
import type { Outgoing } from './use-conversation.ts'
import { inputClass } from '../../ui/field.tsx'

type Props = {
  matchId: string
  name: string
  replyTo: Message | null
  editing: Message | null
  onSend: (message: Omit<Outgoing, 'failed'>) => void
  onEdited: (message: Message, text: string) => void
  onDone: () => void
}

const TYPING_INTERVAL = 3000
const pictureIn = (files: FileList) => [...files].find(({ type }) => type.startsWith('image/'))

/** The message being written: saved as a draft, shown to the other person as typing, and sent with its pictures. */
function useComposing({ matchId, replyTo, editing, onSend, onEdited, onDone }: Props, photo: string) {
  const [text, setText] = useUnfinished(`${editing ? 'edit' : 'chat'}.${matchId}`, editing?.text ?? draftOf(matchId))
  const [progress, setProgress] = useState<number>()
  const lastSignal = useRef(0)
  const reply = replyTo ? { replyTo: replyTo._id } : {}
  const write = (value: string) => {
    setText(value)
    if (editing) return
    saveDraft(matchId, value)
    if (!value.trim() || Date.now() - lastSignal.current < TYPING_INTERVAL) return
    lastSignal.current = Date.now()
    matching.typing({ params: { id: matchId } }).catch(() => {})
  }
  const send = () => {
    const trimmed = text.trim()
    if (trimmed === '') return
    if (editing) onEdited(editing, trimmed)
    else onSend({ clientId: crypto.randomUUID(), text: trimmed, ...reply })
    setText('')
    saveDraft(matchId, '')
    onDone()
  }
  const attach = async (picture: File | undefined) => {
    if (!picture) return
    setProgress(0)
    try {
      const { publicId } = await uploadPicture(picture, picture.name, setProgress)
      onSend({ clientId: crypto.randomUUID(), publicId, preview: photo, ...reply })
      onDone()
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    } finally {
      setProgress(undefined)
    }
  }
  const cancel = () => {
    if (editing) setText('')
    onDone()
  }
  return { text, write, send, attach, cancel, progress }
}

export function Composer(props: Props) {
  const { name, replyTo, editing } = props
  const { t } = useLingui()
  const { text, write, send, attach, cancel, progress } = useComposing(props, t`Photo`)
  const about = editing ?? replyTo
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel()
    const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!sends || !matchMedia('(hover: hover)').matches) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    if (pictureIn(event.clipboardData.files)) event.preventDefault()
    void attach(pictureIn(event.clipboardData.files))
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      {about && <AboutLine message={about} editing={editing !== null} onCancel={cancel} />}
      {progress !== undefined && (
        <progress className="mx-6 block w-[calc(100%-3rem)]" value={progress} aria-label={t`Sending photo`} />
      )}
      <div className="flex items-end gap-2 px-6 pt-3 pb-5 phone:px-3 phone:pt-2 phone:pb-3">
        <PhotoButton disabled={progress !== undefined} onFile={(file) => void attach(file)} />
        <textarea
          className={`${inputClass} max-h-[calc(5lh+1.5rem)] min-h-12 resize-none rounded-[1.5rem]`}
          rows={Math.min(5, text.split('\n').length)}
          maxLength={2000}
          aria-label={t`Message to ${name}`}
          placeholder={t`Message ${name}`}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={press}
          onPaste={paste}
          onDrop={(event) => {
            if (pictureIn(event.dataTransfer.files)) event.preventDefault()
            void attach(pictureIn(event.dataTransfer.files))
          }}
        />
        <IconButton
          label={editing ? t`Save` : t`Send`}
          type="submit"
          className="min-h-12 w-12 flex-none"
          disabled={text.trim() === ''}
        >
          <ArrowUp size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </form>
  )
}

function AboutLine({ message, editing, onCancel }: { message: Message; editing: boolean; onCancel: () => void }) {
  const { t } = useLingui()
  return (
    <p className="mx-4 flex items-center gap-2 rounded-md bg-sunken px-3 py-2 text-small sm:mx-6">
      <span className="min-w-0 truncate flex-1">
        {editing ? <Trans>Editing</Trans> : <Trans>Replying to</Trans>} “{message.text ?? t`Photo`}”
      </span>
      <IconButton label={t`Cancel`} tone="ghost" size="sm" onClick={onCancel}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </p>
  )
}

function PhotoButton({ disabled, onFile }: { disabled: boolean; onFile: (file: File | undefined) => void }) {
  const { t } = useLingui()
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        tabIndex={-1}
        aria-label={t`Choose a photo`}
        onChange={({ target }) => {
          onFile(target.files?.[0])
          target.value = ''
        }}
      />
      <IconButton
        label={t`Add a photo`}
        tone="soft"
        className="min-h-12 w-12 flex-none"
        disabled={disabled}
        onClick={() => file.current?.click()}
      >
        <ImagePlus size={20} aria-hidden="true" />
      </IconButton>
    </>
  )
}
