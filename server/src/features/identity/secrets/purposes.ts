// What links, codes and challenges are for. A secret opens only what it was issued for.

export type SecretPurpose =
  | 'verify-email'
  | 'reset-password'
  | 'change-email'
  | 'undo-email'
  | 'sign-out-everywhere'
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
 * What a change of credentials revokes: everything that was started under the old ones. The link that undoes a change
 * of address stays valid, because it belongs to the owner of the old address.
 */
export const REVOKED_WITH_CREDENTIALS: readonly SecretPurpose[] = [
  'verify-email',
  'reset-password',
  'change-email',
  'second-factor',
  'passkey-add',
  'passkey-step-up',
  'passkey-second-factor',
  'export-own',
  'export-users',
  'export-audit',
  'export-transparency',
]
