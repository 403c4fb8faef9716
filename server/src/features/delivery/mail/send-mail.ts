import type { Deps } from '../../../deps.ts'
import { seconds } from '../../../infra/clock.ts'
import { decrypt, type Keys } from '../../../infra/keys.ts'
import { type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { configurationOf } from '../../operations/index.ts'
import { lockUnsentMail, type MailRow, markFailed, markSent } from './mails.sql.ts'

type Sending = Pick<Deps, 'mailer' | 'keys' | 'jobs' | 'config'>

/** Workers with a slightly slower clock would find a delayed email too early again. */
const CLOCK_MARGIN = seconds(1)

/**
 * Its row is locked during the send, so that two workers never send it at once. If the worker is killed, the email is
 * sent again under the same id.
 */
export async function sendMail(context: Opening & Sending, mailId: string): Promise<void> {
  const failure = await unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now, jobs } = work
    const mail = await lockUnsentMail(tx, mailId)
    if (!mail) return undefined
    const early = (mail.hold_until?.getTime() ?? 0) - now.getTime()
    if (early > 0) {
      await jobs.add(tx, 'send-mail', { mailId }, early + CLOCK_MARGIN)
      return undefined
    }
    const failed = await handOver(work, mail)
    if (failed) await markFailed(tx, mail, messageOf(failed.error))
    else await markSent(tx, mail, now)
    return failed
  })
  // Thrown after the commit, so that the failure is saved and the job is retried.
  if (failure) throw failure.error
}

type Failure = { error: unknown }

async function handOver(
  { tx, mailer, keys, config }: Work<keyof Sending>,
  mail: MailRow,
): Promise<Failure | undefined> {
  try {
    await mailer.send({
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      ...bodyOf(keys, mail.body),
      at: mail.created_at,
      ...(config.MAIL_FROM ? {} : { from: await senderOf({ config, db: tx }) }),
    })
    return undefined
  } catch (error) {
    return { error }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 500) : String(error))

async function senderOf(context: Parameters<typeof configurationOf>[0]): Promise<{ name: string; address: string }> {
  const { brand, supportEmail } = await configurationOf(context)
  return { name: brand, address: supportEmail }
}

export type MailBody = { text: string; html: string; unsubscribe?: string }

const bodyOf = (keys: Keys, encrypted: Buffer | null): MailBody =>
  // Only `queueMail` writes the column, and the encryption is authenticated.
  encrypted ? (JSON.parse(decrypt(keys, 'mail', encrypted)) as MailBody) : { text: '', html: '' }
