import type { Message } from '@kindred/contract/chat/conversations'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, Check, ImagePlus, X } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { matching } from '../../api/member-client.ts'
import { useSettings } from '../../api/settings.ts'
import { useInterruptedText } from '../../session/use-form-draft.ts'
import { IconButton } from '../../ui/button.tsx'
import { draftOf, saveDraft } from './drafts.ts'
import { loadRule } from './before-sending.ts'
import { isNearLimit, isTooLong, TextLength } from './text-length.tsx'
import { useAskFirst } from './use-ask-first.tsx'
import type { NewMessage } from './outgoing.ts'
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
  /** Resolves with false if the edit failed. */
  onEdited: (message: Message, text: string) => Promise<boolean>
  onDone: () => void
}

/** The second tap of a double tap on Send isn't meant for the button that has taken its place. */
const DOUBLE_TAP = 600
let sentAt = -DOUBLE_TAP
const isDoubleTap = () => performance.now() - sentAt < DOUBLE_TAP

const writingClass = 'max-h-[calc(5lh+1.5rem)] min-h-12 resize-none rounded-[1.5rem] placeholder:truncate'
const TYPING_INTERVAL = 3000
const pictureIn = (files: FileList) => [...files].find(({ type }) => type.startsWith('image/'))

/** The message in the field: saved as a draft, announced as typing, and sent with its photo. */
function useComposing({ matchId, name, replyTo, editing, onSend, onEdited, onDone }: Props) {
  const [text, setText] = useInterruptedText(
    `${editing ? 'edit' : 'chat'}.${matchId}`,
    editing?.text ?? draftOf(matchId),
  )
  const [photo, setPhoto] = useState<File>()
  const latest = useRef(text)
  const lastSignal = useRef(0)
  const { ask, question } = useAskFirst(matchId, name)
  const reply = replyTo ? { replyTo: replyTo._id } : {}
  const write = (value: string) => {
    latest.current = value
    setText(value)
    void loadRule()
    if (editing) return
    saveDraft(matchId, value)
    if (!value.trim() || Date.now() - lastSignal.current < TYPING_INTERVAL) return
    lastSignal.current = Date.now()
    matching.typing({ params: { id: matchId } }).catch(() => {})
  }
  /** Clears the field, except for what was typed while the message was being checked. */
  const finish = () => {
    sentAt = performance.now()
    write(latest.current.startsWith(text) ? latest.current.slice(text.length).trimStart() : latest.current)
    onDone()
  }
  const send = () => {
    const trimmed = text.trim()
    if (trimmed === '' || isTooLong(text)) return
    const pass = async () => {
      // A failed edit stays in the field, and so does one that goes on meanwhile.
      if (editing && (!(await onEdited(editing, trimmed)) || latest.current !== text)) return
      if (!editing) onSend({ clientId: crypto.randomUUID(), text: trimmed, ...reply })
      finish()
    }
    void ask(trimmed, () => void pass())
  }
  const sendPhoto = (caption: string) =>
    void ask(caption, () => {
      if (photo) onSend({ clientId: crypto.randomUUID(), photo, ...(caption ? { text: caption } : {}), ...reply })
      setPhoto(undefined)
      finish()
    })
  const cancel = () => {
    if (editing) setText('')
    onDone()
  }
  return { text, write, send, cancel, photo, setPhoto, sendPhoto, question }
}

type Composing = ReturnType<typeof useComposing>

/** Enter sends if there is a keyboard, Escape cancels, and photos can be pasted and dropped. */
function useFieldEvents({ send, cancel, setPhoto }: Composing, isTextOnly: boolean) {
  const take = (event: { preventDefault: () => void }, files: FileList) => {
    const photo = pictureIn(files)
    if (!photo || isTextOnly) return
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
  const { house } = useSettings()
  const composing = useComposing(props)
  const { text, write, send, cancel, photo, setPhoto, sendPhoto, question } = composing
  const events = useFieldEvents(composing, editing !== null || house?.chatPhotos === false)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
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
          // The button disappears.
          field.current?.focus()
          send()
        }}
      >
        {about && <AboutLine message={about} editing={editing !== null} onCancel={cancel} />}
        <TextLength id={`${id}-length`} text={text} className="px-6 pt-2 phone:px-3" />
        <div className="flex items-end gap-2 px-6 pt-3 pb-5 phone:px-3 phone:pt-2 phone:pb-3">
          {!editing && house?.chatPhotos !== false && <PhotoButton onFile={setPhoto} />}
          <textarea
            ref={field}
            className={`${inputClass} ${writingClass}`}
            dir={typedDirection(text)}
            rows={Math.min(5, text.split('\n').length)}
            aria-invalid={isTooLong(text) || undefined}
            aria-describedby={isNearLimit(text) ? `${id}-length` : undefined}
            aria-label={t`Message to ${name}`}
            placeholder={t`Message ${name}`}
            value={text}
            onChange={({ target }) => write(target.value)}
            {...events}
          />
          {!editing && text.trim() === '' && house?.voiceNotes !== false ? (
            <Suspense fallback={<span className="w-12 flex-none" />}>
              <VoiceButton
                matchId={props.matchId}
                name={name}
                replyTo={replyTo?._id}
                ignores={isDoubleTap}
                onSent={props.onDone}
              />
            </Suspense>
          ) : (
            <IconButton
              label={editing ? t`Save` : t`Send`}
              type="submit"
              className="min-h-12 w-12 flex-none"
              disabled={text.trim() === '' || isTooLong(text)}
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
      {question}
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
