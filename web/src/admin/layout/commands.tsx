import { BackOfficePalette } from './back-office-palette.tsx'
import { KeysDialog } from './keys-dialog.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  areKeysOpen: boolean
  onKeys: (open: boolean) => void
}

/** All that the keyboard opens anywhere in the back office. */
export default function Commands({ open, onOpenChange, areKeysOpen, onKeys }: Props) {
  return (
    <>
      <BackOfficePalette open={open} onOpenChange={onOpenChange} onKeys={() => onKeys(true)} />
      <KeysDialog open={areKeysOpen} onOpenChange={onKeys} />
    </>
  )
}
