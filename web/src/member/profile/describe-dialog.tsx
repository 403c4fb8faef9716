import { oneOf } from '../../api/params.ts'
import type { OwnPicture } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, dialogEndClass } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const audiences = ['everyone', 'matches'] as const
type Description = { alt: string; audience: (typeof audiences)[number] }

export function DescribeDialog({
  picture,
  onClose,
  onSave,
}: {
  picture: OwnPicture
  onClose: () => void
  onSave: (description: Description) => void
}) {
  const { t } = useLingui()
  const [description, setDescription] = useState<Description>({ alt: picture.alt, audience: picture.audience })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`About this photo`}
      close={t`Close`}
      footer={
        <span className={dialogEndClass}>
          <Button
            onClick={() => {
              onSave(description)
              onClose()
            }}
          >
            <Trans>Save</Trans>
          </Button>
        </span>
      }
    >
      <TextField
        label={t`Description`}
        hint={t`Read aloud to people who can’t see it. “Me on a pier, laughing” is plenty.`}
        maxLength={300}
        value={description.alt}
        onChange={({ target }) => setDescription({ ...description, alt: target.value })}
      />
      <SelectField
        label={t`Who can see it`}
        value={description.audience}
        onChange={({ target }) =>
          setDescription({ ...description, audience: oneOf(audiences, target.value) ?? description.audience })
        }
      >
        <option value="everyone">{t`Everyone who sees my profile`}</option>
        <option value="matches">{t`Only my matches`}</option>
      </SelectField>
    </Dialog>
  )
}
