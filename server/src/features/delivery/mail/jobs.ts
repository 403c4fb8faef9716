import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { decrypt, type Keys } from '../../../infra/keys.ts'
import { configurationOf } from '../../operations/index.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

/**
 * Sends one mail. The row is locked while the post office has it, so that two workers never send the same mail at once;
 * killed in between, it is sent again, under the same id.
 */
export async function sendMail(
  context: Opening & Pick<Deps, 'mailer' | 'keys' | 'jobs' | 'config'>,
  mailId: string,
): Promise<void> {
  const failure = await unitOfWork(context, SYSTEM, async ({ tx, now, mailer, keys, jobs, config }) => {
    const mail = await tx
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!mail) return undefined
    const left = (mail.hold_until?.getTime() ?? 0) - now.getTime()
    // Too early, by a clock that goes a little slower: it is asked for again.
    if (left > 0) {
      await jobs.add(tx, 'send-mail', { mailId }, left + MARGIN)
      return undefined
    }
    try {
      await mailer.send({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        ...bodyOf(keys, mail.body),
        at: mail.created_at,
        ...(config.MAIL_FROM ? {} : { from: await senderOf({ config, db: tx }) }),
      })
    } catch (error) {
      const last_error = error instanceof Error ? error.message.slice(0, 500) : String(error)
      await tx
        .updateTable('mails')
        .set({ tries: sql`tries + 1`, last_error })
        .where('id', '=', mailId)
        .execute()
      return error
    }
    // What a mail said is nobody's business once it is sent: it may hold a link or a code.
    await tx
      .updateTable('mails')
      .set({
        sent_at: now,
        tries: sql`tries + 1`,
        body: null,
        subject: '',
        ...(mail.kind === 'erased' ? { recipient: '' } : {}),
      })
      .where('id', '=', mailId)
      .execute()
    return undefined
  })
  if (failure) throw failure
}

const MARGIN = 1000

/** Who a mail comes from where the environment does not say it: this place, by the name that it has now. */
async function senderOf(asked: Parameters<typeof configurationOf>[0]): Promise<{ name: string; address: string }> {
  const { brand, supportEmail } = await configurationOf(asked)
  return { name: brand, address: supportEmail }
}

type Body = { text: string; html: string; unsubscribe?: string }

const bodyOf = (keys: Keys, sealed: Buffer | null): Body =>
  sealed ? (JSON.parse(decrypt(keys, 'mail', sealed)) as Body) : { text: '', html: '' }
