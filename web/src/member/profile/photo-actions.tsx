import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, Pencil, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import type { usePhotos } from './use-photos.ts'

type Props = {
  picture: OwnPicture
  at: number
  count: number
  busy: boolean
  remove: ReturnType<typeof usePhotos>['remove']
  onMove: (to: number) => void
  onDescribe: () => void
  onClose: () => void
}

/** The actions for one photo. Moves are here as well, for everyone who doesn't drag. */
export function PhotoActions({ picture, at, count, busy, remove, onMove, onDescribe, onClose }: Props) {
  const { t } = useLingui()
  const number = at + 1
  const then = (act: () => unknown) => () => {
    onClose()
    void act()
  }
  return (
    <Dialog low onClose={onClose} title={t`Photo ${number}`}>
      <ul className="-mx-2 -mt-1 grid">
        {at > 0 && (
          <Act icon={<Star size={20} />} onClick={then(() => onMove(0))}>
            {t`Make this your first photo`}
          </Act>
        )}
        {at > 1 && (
          <Act icon={<ArrowLeft size={20} />} onClick={then(() => onMove(at - 1))}>
            {t`Move forward`}
          </Act>
        )}
        {at < count - 1 && (
          <Act icon={<ArrowRight size={20} />} onClick={then(() => onMove(at + 1))}>
            {t`Move back`}
          </Act>
        )}
        <Act icon={<Pencil size={20} />} onClick={onDescribe}>
          {t`Description and who can see it`}
        </Act>
        <Act icon={<Trash2 size={20} />} danger disabled={busy} onClick={then(() => remove(picture))}>
          {t`Delete photo`}
        </Act>
      </ul>
    </Dialog>
  )
}

type ActProps = { icon: ReactNode; danger?: boolean; disabled?: boolean; onClick: () => void; children: ReactNode }

const Act = ({ icon, danger = false, disabled = false, onClick, children }: ActProps) => (
  <li>
    <button
      type="button"
      className={
        'flex min-h-12 w-full items-center gap-3 rounded-md border-0 bg-transparent px-3 text-start hover:bg-sunken ' +
        (danger ? 'text-danger' : '')
      }
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  </li>
)
