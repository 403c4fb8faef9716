// A secret opens only what it was issued for.

export type SecretPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'change-email'
  /** “This wasn’t me”, for any change. Named after the first change that could be undone this way. */
  | 'undo-email'
  | 'sign-out-everywhere'
  | 'recovery'
  | 'second-factor'
  | 'passkey-add'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'passkey-second-factor'
  | 'redirect'
  | 'export-users'
  | 'export-audit'
  | 'export-transparency'
  | 'export-own'

/**
 * Changing credentials revokes everything that was started under the old ones. Links that undo changes stay valid,
 * because they belong to the owner, and a thief would end them by one more change.
 */
export const REVOKED_WITH_CREDENTIALS: readonly SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'recovery',
  'second-factor',
  'passkey-add',
  'passkey-step-up',
  'passkey-second-factor',
  'export-own',
  'export-users',
  'export-audit',
  'export-transparency',
]
