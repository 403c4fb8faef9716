import type { EmailKind } from '@kindred/contract/operations/emails'
import { useLingui } from '@lingui/react/macro'

/** The kinds of emails by what they are about, with their names. */
export function useEmailKinds(): { group: string; kinds: readonly (readonly [EmailKind, string])[] }[] {
  const { t } = useLingui()
  return [
    {
      group: t({ message: 'Joining', context: 'topic' }),
      kinds: [
        ['verification', t`Confirm your email`],
        ['already-registered', t`The account already exists`],
        ['address-refused', t`The email can’t be used`],
        ['admission', t`Application accepted`],
        ['admission-asked', t`Question about an application`],
        ['admission-waiting', t`On the waiting list`],
        ['admission-declined', t`Application declined`],
        ['age', t`Proof of age`],
      ],
    },
    {
      group: t`Sign-in and security`,
      kinds: [
        ['reset-password', t`Reset your password`],
        ['new-device', t`New sign-in`],
        ['password-changed', t`Password changed`],
        ['passkey-added', t`Passkey added`],
        ['passkey-removed', t`Passkey removed`],
        ['second-factor-on', t`Two-step verification turned on`],
        ['second-factor-off', t`Two-step verification turned off`],
        ['provider-linked', t`Google or Facebook linked`],
        ['provider-unlinked', t`Google or Facebook unlinked`],
        ['change-email', t`Confirm a new email`],
        ['email-changed', t`Email changed`],
        ['email-change-planned', t`Email change by the team planned`],
        ['email-change-canceled', t`Email change by the team canceled`],
        ['reuse-detected', t`Signed out on one device`],
        ['wrong-passwords', t`Many wrong passwords`],
        ['wrong-factors', t`Wrong codes after the right password`],
      ],
    },
    {
      group: t`Everyday life`,
      kinds: [
        ['notice', t`Notifications`],
        ['date-reminder', t`Reminder of a date`],
        ['subscription', t`Payments and subscription`],
      ],
    },
    {
      group: t`Decisions of the team`,
      kinds: [
        ['decided', t`Decisions and appeals`],
        ['picture-decided', t`Decision about a photo`],
        ['deactivated', t`Account deactivated`],
        ['activated', t`Account active again`],
        ['edited-by-staff', t`Account changed by the team`],
        ['fraud-warning', t`Warning about someone`],
        ['approval', t`Approvals within the team`],
      ],
    },
    {
      group: t`Terms, data and leaving`,
      kinds: [
        ['terms-change', t`New terms`],
        ['export-ready', t`Data ready to download`],
        ['deletion-asked', t`Deletion requested`],
        ['deletion-cancelled', t`Deletion canceled`],
        ['erased', t`Account deleted`],
      ],
    },
  ]
}
