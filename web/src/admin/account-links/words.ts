import { useLingui } from '@lingui/react/macro'

export function useLinkReasons() {
  const { t } = useLingui()
  return {
    picture: t`They use the same photo`,
    address: t`Their emails lead to the same mailbox`,
    card: t`They paid with the same card`,
    text: t`Their bios are nearly the same`,
    device: t`They signed in from the same browser and network, which few others use`,
    person: t`They have the same first name and birthday`,
  }
}
