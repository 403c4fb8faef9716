import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'
import OwnVoiceAnswer from '../voice/own-voice-answer.tsx'
import { GenderSheet } from './gender-sheet.tsx'
import { PhotoCheck } from './photo-check.tsx'
import { PhotosEditor } from './photos-editor.tsx'
import type { SheetId } from './rows.tsx'
import type { SheetProps } from './sheet.tsx'
import { BasicsSheet, BioSheet, InterestsSheet, PromptsSheet } from './sheets.tsx'

/** The sheets load on demand, because the profile itself doesn't need them. */
export default function OpenSheet({ sheet, ...props }: SheetProps & { sheet: SheetId }) {
  const { t } = useLingui()
  const { user, onClose } = props
  if (sheet === 'bio') return <BioSheet {...props} />
  if (sheet === 'prompts') return <PromptsSheet {...props} />
  if (sheet === 'basics') return <BasicsSheet {...props} />
  if (sheet === 'interests') return <InterestsSheet {...props} />
  if (sheet === 'gender') return <GenderSheet {...props} />
  const names = { photos: t`Photos`, voice: t`Voice`, verification: t`Photo verification` }
  return (
    <Dialog low onClose={onClose} title={names[sheet]} cancel={false} go={t`Done`} onGo={onClose}>
      {sheet === 'photos' && <PhotosEditor />}
      {sheet === 'voice' && <OwnVoiceAnswer user={user} />}
      {sheet === 'verification' && <PhotoCheck checked={user.photoChecked} hasPicture={user.pictures.length > 0} />}
    </Dialog>
  )
}
