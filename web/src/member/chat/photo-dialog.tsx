import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalPhoto } from './local-photo.tsx'
import { isTooLong, TextLength } from './text-length.tsx'

type Props = {
  photo: File
  name: string
  text: string
  onCancel: () => void
  onSend: (caption: string) => void
}

/** The chosen photo with its caption. Nothing leaves the device before the member taps Send. */
export function PhotoDialog({ photo, name, text, onCancel, onSend }: Props) {
  const { t } = useLingui()
  const [caption, setCaption] = useState(text)
  const id = useId()
  const send = () => isTooLong(caption) || onSend(caption.trim())
  return (
    <Dialog
      onClose={onCancel}
      title={t`Send a photo to ${name}`}
      go={t`Send`}
      disabled={isTooLong(caption)}
      onGo={send}
    >
      <LocalPhoto
        photo={photo}
        alt={t`Chosen photo`}
        className="mx-auto max-h-[min(24rem,50dvh)] rounded-lg bg-sunken object-contain"
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label={t`Caption`}
          optional={t`(optional)`}
          data-first
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
        />
        <TextLength id={id} text={caption} className="pt-2" />
      </form>
    </Dialog>
  )
}
