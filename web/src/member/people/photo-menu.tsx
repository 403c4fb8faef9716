import type { Picture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { CornerMenu } from './corner-menu.tsx'
import { useSafety } from './use-safety.tsx'

type Props = { person: { id: string; name: string }; photo: Picture; onBlocked?: (() => void) | undefined }

/** The menu of one of someone's further photos. */
export function PhotoMenu({ person, photo, onBlocked }: Props) {
  const { t } = useLingui()
  const safety = useSafety(person, onBlocked)
  return (
    <>
      <div className="absolute inset-e-3 top-3">
        <CornerMenu
          label={t`More about this photo`}
          items={[{ label: t`Report this photo`, onSelect: () => safety.reportPhoto(photo) }]}
        />
      </div>
      {safety.dialog}
    </>
  )
}
