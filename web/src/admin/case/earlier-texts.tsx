import { useLingui } from '@lingui/react/macro'
import { UserText } from '../../ui/user-text.tsx'

/** The texts of a message before its author edited it, the first one first. */
export function EarlierTexts({ texts = [] }: { texts?: readonly string[] | undefined }) {
  const { t } = useLingui()
  return texts.map((text, at) => (
    <div key={at} className="border-s-4 border-line-strong ps-2">
      <p className="text-muted text-caption">{t`Before the edit`}</p>
      <UserText>{text}</UserText>
    </div>
  ))
}
