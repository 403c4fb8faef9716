import { Provider } from '@kindred/contract'

export const toIdentity = (row: { provider: string; created_at: Date }) => ({
  provider: Provider.parse(row.provider),
  linkedAt: row.created_at.toISOString(),
})
