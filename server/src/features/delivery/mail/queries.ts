import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { LetterKind } from './letter-kinds.ts'
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

/** Emails in which staff tell a member what they did. */
const FROM_STAFF: readonly LetterKind[] = [
  'decided',
  'deactivated',
  'activated',
  'edited-by-staff',
  'picture-decided',
  'fraud-warning',
]

/** The sent emails from staff, as rows of a member's timeline. Sending an email deletes its subject and text. */
export const mailsOfTimeline = (accountId: string): RawBuilder<unknown> => sql`
  select sent_at as at, 'mail:' || id as key, 'messages' as kind, 'message.mailed' as action, null::uuid as actor_id,
    'system' as actor_kind, null::text as reason, jsonb_build_object('mail', kind) as details
  from mails where account_id = ${accountId} and kind = any (${FROM_STAFF}::text[]) and sent_at is not null`
