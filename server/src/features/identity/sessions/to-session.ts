import type { SessionSummary } from '@kindred/contract'
import type { Selectable } from 'kysely'
import { deviceOf } from '../../../http/caller.ts'
import type { Sessions } from '../../../infra/db/schema.ts'

type Row = Pick<Selectable<Sessions>, 'id' | 'user_agent' | 'address' | 'created_at' | 'last_used_at'>

export const toSession = (row: Row, currentId: string): SessionSummary => ({
  _id: row.id,
  current: row.id === currentId,
  device: deviceOf(row.user_agent),
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
})
