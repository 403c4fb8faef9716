import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'
import OwnVoiceAnswer from '../voice/own-voice-answer.tsx'
import { FieldsSheet } from '../fields/fields-sheet.tsx'
import { GenderSheet } from './gender-sheet.tsx'
import { PhotoCheck } from './photo-check.tsx'
import { PhotosEditor } from './photos-editor.tsx'
import { Travel } from '../travel/travel.tsx'
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
  if (sheet === 'fields') return <FieldsSheet onClose={onClose} />
  const names = { photos: t`Photos`, voice: t`Voice`, verification: t`Photo verification`, travel: t`Travel` }
  // “Done” beside a trip that isn't planned yet would seem to plan it.
  const done = sheet !== 'travel' && { cancel: false as const, go: t`Done`, onGo: onClose }
  return (
    <Dialog low onClose={onClose} title={names[sheet]} {...done}>
      {sheet === 'photos' && <PhotosEditor />}
      {sheet === 'travel' && <Travel />}
      {sheet === 'voice' && <OwnVoiceAnswer user={user} />}
      {sheet === 'verification' && <PhotoCheck checked={user.photoChecked} hasPicture={user.pictures.length > 0} />}
    </Dialog>
  )
}
