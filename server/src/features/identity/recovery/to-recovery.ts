import { Provider, type Recovery, type RecoveryCredential } from '@kindred/contract'
import { providerNames } from '../providers/names.ts'
import type { ActiveCredential } from './suspended.sql.ts'

const toCredential = (row: ActiveCredential, suspended: boolean): RecoveryCredential => ({
  _id: row.id,
  kind: kindOf(row.kind),
  name: row.kind === 'identity' ? providerNames[Provider.parse(row.name)] : row.name,
  createdAt: row.created_at.toISOString(),
  suspended,
})

const kindOf = (kind: string): RecoveryCredential['kind'] =>
  kind === 'passkey' || kind === 'identity' ? kind : 'second-factor'

/** What the owner of an account chooses from. The suspended ones are first, because they are what it is about. */
export const toRecovery = (
  { token, ...account }: { token: string; email: string; hasPassword: boolean },
  { active, suspended }: { active: ActiveCredential[]; suspended: ActiveCredential[] },
): Recovery => ({
  recoveryToken: token,
  ...account,
  credentials: [...suspended.map((row) => toCredential(row, true)), ...active.map((row) => toCredential(row, false))],
})
