import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { oneOf } from '../../api/params.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

const audiences = ['everyone', 'matches'] as const
type Description = { alt: string; audience: (typeof audiences)[number] }
type Props = { picture: OwnPicture; onClose: () => void; onSave: (description: Description) => void }

export function DescribeDialog({ picture, onClose, onSave }: Props) {
  const { t } = useLingui()
  const saved: Description = { alt: picture.alt, audience: picture.audience }
  const entered = useFormDraft(`photo.${picture.publicId}`, saved)
  const description = entered.value
  return (
    <Dialog
      low
      onClose={onClose}
      title={t`About this photo`}
      cancel={false}
      go={t`Save`}
      onGo={() => {
        entered.forget()
        onSave(description)
        onClose()
      }}
    >
      <Unsaved of={entered} />
      <TextField
        label={t`Description`}
        hint={t`Read aloud to people who can’t see it. “Me on a pier, laughing” is plenty.`}
        maxLength={300}
        value={description.alt}
        onChange={({ target }) => entered.change({ alt: target.value })}
      />
      <SelectField
        label={t`Who can see it`}
        value={description.audience}
        onChange={({ target }) => entered.change({ audience: oneOf(audiences, target.value) ?? description.audience })}
      >
        <option value="everyone">{t`Everyone who sees my profile`}</option>
        <option value="matches">{t`Only my matches`}</option>
      </SelectField>
    </Dialog>
  )
}
