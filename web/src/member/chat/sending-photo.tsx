import { useLingui } from '@lingui/react/macro'
import { LocalPhoto } from './local-photo.tsx'
import type { Outgoing } from './outgoing.ts'

type Props = { photo: File; message: Outgoing }

export function SendingPhoto({ photo, message: { progress = 0, failed } }: Props) {
  const { t } = useLingui()
  return (
    <>
      <LocalPhoto photo={photo} alt={t`Photo on its way`} className="h-72 w-full rounded-[inherit] object-cover" />
      {!failed && (
        <progress
          className="absolute inset-x-4 top-4 block w-[calc(100%-2rem)]"
          value={progress}
          aria-label={t`Sending photo`}
        />
      )}
    </>
  )
}
