import type { SessionSummary } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Selectable } from 'kysely'
import { deviceOf } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { Sessions } from '../../../infra/db/schema.ts'

type Row = Pick<Selectable<Sessions>, 'id' | 'user_agent' | 'address' | 'created_at' | 'last_used_at'>

export const toSession = (row: Row, currentId: string, language: Language): SessionSummary => ({
  _id: row.id,
  current: row.id === currentId,
  device: write(language, deviceOf(row.user_agent)),
  address: row.address,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
})
