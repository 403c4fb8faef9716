import type { Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, Check, ImagePlus, X } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { matching } from '../../api/member-client.ts'
import { useInterruptedText } from '../../session/use-form-draft.ts'
import { IconButton } from '../../ui/button.tsx'
import { draftOf, saveDraft } from './drafts.ts'
import type { NewMessage } from './use-conversation.ts'
import { inputClass, typedDirection } from '../../ui/field.tsx'

const PhotoDialog = lazy(() => import('./later.tsx').then(({ PhotoDialog: dialog }) => ({ default: dialog })))
const VoiceButton = lazy(() => import('./later.tsx').then(({ VoiceButton: button }) => ({ default: button })))

type Props = {
  matchId: string
  name: string
  replyTo: Message | null
  editing: Message | null
  /** True if the text is a suggestion that the member picked and still has to finish. */
  isPicked: boolean
  onSend: (message: NewMessage) => void
  onEdited: (message: Message, text: string) => void
  onDone: () => void
}

const writingClass = 'max-h-[calc(5lh+1.5rem)] min-h-12 resize-none rounded-[1.5rem] placeholder:truncate'
const TYPING_INTERVAL = 3000
const pictureIn = (files: FileList) => [...files].find(({ type }) => type.startsWith('image/'))

/** The message in the field: saved as a draft, announced as typing, and sent with its photo. */
function useComposing({ matchId, replyTo, editing, onSend, onEdited, onDone }: Props) {
  const [text, setText] = useInterruptedText(
    `${editing ? 'edit' : 'chat'}.${matchId}`,
    editing?.text ?? draftOf(matchId),
  )
  const [photo, setPhoto] = useState<File>()
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
  const finish = () => {
    setText('')
    saveDraft(matchId, '')
    onDone()
  }
  const send = () => {
    const trimmed = text.trim()
    if (trimmed === '') return
    if (editing) onEdited(editing, trimmed)
    else onSend({ clientId: crypto.randomUUID(), text: trimmed, ...reply })
    finish()
  }
  const sendPhoto = (caption: string) => {
    if (photo) onSend({ clientId: crypto.randomUUID(), photo, ...(caption ? { text: caption } : {}), ...reply })
    setPhoto(undefined)
    finish()
  }
  const cancel = () => {
    if (editing) setText('')
    onDone()
  }
  return { text, write, send, cancel, photo, setPhoto, sendPhoto }
}

type Composing = ReturnType<typeof useComposing>

/** Enter sends if there is a keyboard, Escape cancels, and photos can be pasted and dropped. */
function useFieldEvents({ send, cancel, setPhoto }: Composing, isEditing: boolean) {
  const take = (event: { preventDefault: () => void }, files: FileList) => {
    const photo = pictureIn(files)
    if (!photo || isEditing) return
    event.preventDefault()
    setPhoto(photo)
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
      const sends = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
      if (!sends || !matchMedia('(hover: hover)').matches) return
      event.preventDefault()
      send()
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer.files),
  }
}

export function Composer(props: Props) {
  const { name, replyTo, editing, isPicked } = props
  const { t } = useLingui()
  const composing = useComposing(props)
  const { text, write, send, cancel, photo, setPhoto, sendPhoto } = composing
  const events = useFieldEvents(composing, editing !== null)
  const field = useRef<HTMLTextAreaElement>(null)
  const about = editing ?? replyTo
  useEffect(() => {
    if (isPicked || about) field.current?.focus()
  }, [isPicked, about])
  return (
    <>
      <form
        data-composer
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          send()
        }}
      >
        {about && <AboutLine message={about} editing={editing !== null} onCancel={cancel} />}
        <div className="flex items-end gap-2 px-6 pt-3 pb-5 phone:px-3 phone:pt-2 phone:pb-3">
          {!editing && <PhotoButton onFile={setPhoto} />}
          <textarea
            ref={field}
            className={`${inputClass} ${writingClass}`}
            dir={typedDirection(text)}
            rows={Math.min(5, text.split('\n').length)}
            maxLength={2000}
            aria-label={t`Message to ${name}`}
            placeholder={t`Message ${name}`}
            value={text}
            onChange={({ target }) => write(target.value)}
            {...events}
          />
          {!editing && text.trim() === '' ? (
            <Suspense fallback={<span className="w-12 flex-none" />}>
              <VoiceButton matchId={props.matchId} name={name} replyTo={replyTo?._id} onSent={props.onDone} />
            </Suspense>
          ) : (
            <IconButton
              label={editing ? t`Save` : t`Send`}
              type="submit"
              className="min-h-12 w-12 flex-none"
              disabled={text.trim() === ''}
            >
              {editing ? <Check size={20} /> : <ArrowUp size={20} />}
            </IconButton>
          )}
        </div>
      </form>
      {photo && (
        <Suspense>
          <PhotoDialog photo={photo} name={name} text={text} onCancel={() => setPhoto(undefined)} onSend={sendPhoto} />
        </Suspense>
      )}
    </>
  )
}

function AboutLine({ message, editing, onCancel }: { message: Message; editing: boolean; onCancel: () => void }) {
  const { t } = useLingui()
  return (
    <p className="mx-4 flex items-center gap-2 rounded-md bg-sunken px-3 py-2 text-small sm:mx-6">
      <span className="min-w-0 truncate flex-1">
        {editing ? <Trans>Editing</Trans> : <Trans>Replying to</Trans>}{' '}
        <q>
          <bdi>{message.text ?? (message.voice ? t`Voice note` : t`Photo`)}</bdi>
        </q>
      </span>
      <IconButton label={t`Cancel`} tone="ghost" size="sm" onClick={onCancel}>
        <X size={18} />
      </IconButton>
    </p>
  )
}

function PhotoButton({ onFile }: { onFile: (file: File | undefined) => void }) {
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
        onClick={() => file.current?.click()}
      >
        <ImagePlus size={20} />
      </IconButton>
    </>
  )
}
