import type { Passkey } from '@kindred/contract'
import type { PasskeyRow } from './passkeys.sql.ts'

export const toPasskey = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
