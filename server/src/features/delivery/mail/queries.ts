import { type Insertable, sql } from 'kysely'
import type { LetterKind } from './letters.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Mails } from '../../../infra/db/schema.ts'

export const addMail = async (tx: Tx, mail: Insertable<Mails>): Promise<string> =>
  (await tx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()).id

export const lockUnsentMail = (tx: Tx, id: string) =>
  tx
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export type MailRow = NonNullable<Awaited<ReturnType<typeof lockUnsentMail>>>

/** The text is removed once an email is sent, because it may contain a link or a code. */
export const markSent = (tx: Tx, { id, kind }: MailRow, now: Date) =>
  tx
    .updateTable('mails')
    .set({
      sent_at: now,
      tries: sql`tries + 1`,
      body: null,
      subject: '',
      ...(kind === 'erased' ? { recipient: '' } : {}),
    })
    .where('id', '=', id)
    .execute()

export const markFailed = (tx: Tx, { id }: MailRow, last_error: string) =>
  tx
    .updateTable('mails')
    .set({ tries: sql`tries + 1`, last_error })
    .where('id', '=', id)
    .execute()

export async function deleteUnsentMail(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteDelayedMails(tx: Tx, accountId: string, kind: LetterKind): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('hold_until', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
