import { Trans, useLingui } from '@lingui/react/macro'
import { EyeOff } from 'lucide-react'
import { impression } from '../people/photo.tsx'

type Props = { placeholder: string; name: string; onOpen: () => void; onReport: () => void; onBlock: () => void }

const actClass =
  'min-h-11 flex-1 border-0 bg-transparent px-2 text-small font-medium text-danger focus-visible:-outline-offset-4'

/** Stands for a photo that hasn't been loaded: its placeholder of 20 bytes, which is blurred once more. */
export function BlurredPhoto({ placeholder, name, onOpen, onReport, onBlock }: Props) {
  const { t } = useLingui()
  const soft = impression(placeholder)
  return (
    <>
      <button
        type="button"
        className={
          'relative grid w-full flex-1 place-items-center overflow-hidden border-0 bg-sunken p-0 text-ink ' +
          'focus-visible:-outline-offset-4'
        }
        aria-label={t`Blurred photo. Open`}
        onClick={onOpen}
      >
        {soft && (
          <img
            className="absolute inset-0 size-full scale-125 object-cover blur-2xl"
            src={soft}
            alt=""
            aria-hidden="true"
            draggable={false}
          />
        )}
        <span
          className={
            'relative inline-flex min-h-11 items-center gap-2 rounded-full bg-raised px-4 font-medium shadow-edge'
          }
        >
          <EyeOff className="icon" size={18} />
          <Trans context="photo">Open</Trans>
        </span>
      </button>
      <div className="flex bg-sunken">
        <button type="button" className={actClass} aria-label={t`Report this photo`} onClick={onReport}>
          <Trans>Report</Trans>
        </button>
        <button type="button" className={actClass} aria-label={t`Block ${name}`} onClick={onBlock}>
          <Trans>Block</Trans>
        </button>
      </div>
    </>
  )
}
