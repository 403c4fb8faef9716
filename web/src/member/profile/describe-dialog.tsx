import { oneOf } from '../../api/params.ts'
import type { OwnPicture } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useUnfinished } from '../../session/use-unfinished.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, dialogEndClass } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

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
  const saved: Description = { alt: picture.alt, audience: picture.audience }
  const entered = useUnfinished(`photo.${picture.publicId}`, saved)
  const description = entered.value
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
              entered.forget()
              onSave(description)
              onClose()
            }}
          >
            <Trans>Save</Trans>
          </Button>
        </span>
      }
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
