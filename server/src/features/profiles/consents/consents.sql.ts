import type { ConsentKind } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

type GivenConsent = { kind: string; version: string }

export const withdrawOtherVersions = (tx: Tx, accountId: string, given: readonly GivenConsent[], now: Date) =>
  sql`
    update consents c set withdrawn_at = ${now} from ${rowsOf(given)}
    where c.account_id = ${accountId} and c.kind = g.kind and c.version <> g.version
      and c.withdrawn_at is null`.execute(tx)

export const insertConsents = (tx: Tx, accountId: string, given: readonly GivenConsent[], now: Date) =>
  sql`
    insert into consents (account_id, kind, version, given_at)
    select ${accountId}, g.kind, g.version, ${now} from ${rowsOf(given)}
    on conflict (account_id, kind) where withdrawn_at is null do nothing`.execute(tx)

const rowsOf = (given: readonly GivenConsent[]) =>
  sql`unnest(${given.map(({ kind }) => kind)}::text[], ${given.map(({ version }) => version)}::text[])
    g(kind, version)`

export const withdrawConsent = (tx: Tx, accountId: string, kind: string, now: Date) =>
  tx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .execute()

export const hasConsent = async (tx: Tx, accountId: string, kind: ConsentKind): Promise<boolean> =>
  (await tx
    .selectFrom('consents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const consentsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
