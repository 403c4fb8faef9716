import { ConsentKind } from '@kindred/contract'
import { consentVersions } from '../../profiles/index.ts'

type Row = { kind: string; version: string; given_at: Date; withdrawn_at: Date | null }

export const toConsent = (row: Row) => {
  const kind = ConsentKind.parse(row.kind)
  return {
    kind,
    version: row.version,
    currentVersion: consentVersions[kind],
    givenAt: row.given_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }
}
