import { buttonColors, type Configuration, notifications, type Operator } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { languageOfAccount } from '../language-of-account.ts'
import type { LetterKind, LetterKinds } from './letter-kinds.ts'
import { renderLetter } from './letters.ts'
import {
  addMail,
  deleteDelayedMails,
  deleteUnsentMail,
  lockUnsentMail,
  type MailRow,
  markFailed,
  markSent,
} from './queries.ts'
import { configurationOf } from '../../operations/index.ts'
import { hours, later, minutes, seconds } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { failedJobOf, forEachSeparately, isQueued } from '../../../infra/jobs.ts'
import { decrypt, encrypt, type Keys } from '../../../infra/keys.ts'
import { formatsIn } from '../../../infra/zones.ts'
import { type Opening, SYSTEM, unitOfWork, type Work } from '../../../work.ts'

type Sending = Pick<Deps, 'mailer' | 'keys' | 'jobs' | 'config'>

/** Workers with a slightly slower clock would find a delayed email too early again. */
const CLOCK_MARGIN = seconds(1)

/**
 * Locks the row while sending, so that two workers never send the same email at once. If the worker is killed, the
 * email is sent again under the same ID.
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
  // The type is safe, because only `queueMail` writes the column, and the encryption is authenticated.
  encrypted ? (JSON.parse(decrypt(keys, 'mail', encrypted)) as MailBody) : { text: '', html: '' }

/** The link works without signing in, and stops only optional emails. */
export const unsubscribePath = (keys: Keys, accountId: string): string =>
  `${notifications.unsubscribeMail.path}?t=${encrypt(keys, 'unsubscribe', accountId).toString('base64url')}`

export function accountOfToken(keys: Keys, token: string): string | null {
  try {
    return decrypt(keys, 'unsubscribe', Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}

/** Links that are the same in every email of a kind, so callers don't pass them. */
const fixedLinks = {
  'reuse-detected': '/settings#sessions',
  'new-device': '/settings#sessions',
  'already-registered': '/forgot-password',
  'address-refused': '/rules',
  'wrong-passwords': '/forgot-password',
  'wrong-factors': '/forgot-password',
  'deletion-cancelled': '/premium',
  deactivated: '/signin',
  activated: '/signin',
  'picture-decided': '/profile',
  decided: '/support',
  admission: '/discover',
  'admission-asked': '/admission',
  'admission-waiting': '/admission',
  'admission-declined': '/admission',
  age: '/settings/age',
  'fraud-warning': '/safety',
}

type Details<K extends LetterKind> = K extends keyof typeof fixedLinks ? Omit<LetterKinds[K], 'link'> : LetterKinds[K]

export type MailInput<K extends LetterKind> = {
  /** The recipient's account. The email goes to its address unless another one is given. */
  to: string
  address?: string
  kind: K
  details: Details<K>
  /** The people named in the email. If they are erased before it is sent, it is deleted. */
  about?: readonly string[]
  /** The time in milliseconds during which the email can be withdrawn. */
  delay?: number
}

/**
 * Adds an email in the transaction of its event. A job sends it at least once. Returns the email's id, unless there is
 * no recipient.
 */
export async function queueMail<K extends LetterKind>(
  work: Work<'config' | 'jobs' | 'keys'>,
  { to, address, kind, details, about = [], delay = 0 }: MailInput<K>,
): Promise<string | undefined> {
  const { tx, now, jobs } = work
  const account = await findAddressee(tx, to)
  const recipient = address ?? account?.email
  if (!account || !recipient) return undefined
  const mailId = await addMail(tx, {
    account_id: to,
    kind,
    recipient,
    ...(await writeLetter(work, account, kind, details)),
    about_ids: [...new Set(about)],
    created_at: now,
    hold_until: delay > 0 ? later(now, delay) : null,
  })
  await jobs.add(tx, 'send-mail', { mailId }, delay)
  return mailId
}

const findAddressee = (tx: Db | Tx, id: string) =>
  tx
    .selectFrom('identity_people')
    .select(['id', 'email', 'first_name', 'email_verified_at', 'time_zone', 'language', 'gender'])
    .where('id', '=', id)
    .executeTakeFirst()
type Addressee = NonNullable<Awaited<ReturnType<typeof findAddressee>>>

/** The operator's details as lines of an email's foot. */
const imprintOf = ({ name, address, register, taxNumber }: Operator = {}): string[] =>
  [name, address?.replaceAll(/\s*\n\s*/g, ', '), register, taxNumber].filter((line) => line !== undefined)

/** What all emails say about the operator. */
export const senderIn = ({ brand, supportEmail, operator, look }: Configuration) => ({
  brand,
  support: supportEmail,
  imprint: imprintOf(operator),
  button: buttonColors(look ?? {}),
})

async function writeText<K extends LetterKind>(
  db: Db | Tx,
  config: Deps['config'],
  account: Addressee,
  kind: K,
  details: Details<K>,
) {
  const configuration = await configurationOf({ config, db })
  const language = languageOfAccount(account, config)
  // Anyone can sign up with a stranger's address, so emails to unverified addresses leave out the name that the sender
  // chose.
  const firstName = account.email_verified_at ? account.first_name : null
  const { gender, time_zone: zone } = account
  const to = { ...senderIn(configuration), language, gender, firstName, formats: formatsIn(zone, language) }
  const own = configuration.emails?.[kind]?.[language]
  return { language, ...renderLetter(kind, withFixedLink(config.PUBLIC_URL, kind, details), to, own) }
}

async function writeLetter<K extends LetterKind>(
  { tx, config, keys }: Work<'config' | 'keys'>,
  account: Addressee,
  kind: K,
  details: Details<K>,
): Promise<{ subject: string; body: Buffer }> {
  const { subject, text, html } = await writeText(tx, config, account, kind, details)
  const body: MailBody = { text, html }
  // Optional emails can be stopped with one click. Emails about the account can't.
  if (kind === 'notice') body.unsubscribe = config.API_URL + unsubscribePath(keys, account.id)
  return { subject, body: encrypt(keys, 'mail', JSON.stringify(body)) }
}

function withFixedLink<K extends LetterKind>(publicUrl: string, kind: K, details: Details<K>): LetterKinds[K] {
  const links: Partial<Record<LetterKind, string>> = fixedLinks
  const path = links[kind]
  // `Details` omits the link of exactly the kinds in `fixedLinks`, and this adds it.
  return { ...details, ...(path && { link: publicUrl + path }) } as unknown as LetterKinds[K]
}

export async function previewMail<K extends LetterKind>(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { to, kind, details }: Pick<MailInput<K>, 'to' | 'kind' | 'details'>,
): Promise<{ language: Language; subject: string; text: string } | undefined> {
  const account = await findAddressee(db, to)
  if (!account) return undefined
  const { language, subject, text } = await writeText(db, config, account, kind, details)
  return { language, subject, text }
}

export const withdrawMailById = (tx: Tx, id: string): Promise<boolean> => deleteUnsentMail(tx, id)

export const withdrawMail = (tx: Tx, accountId: string, kind: LetterKind): Promise<boolean> =>
  deleteDelayedMails(tx, accountId, kind)

// Each email has its own job. An email whose job failed for good or was lost gets another one here.

/** The delay before each further job. After the last one, the email stays in the staff's list of failed jobs. */
const RETRY_AFTER = [minutes(10), hours(1), hours(6), hours(24)]
const PAGE_SIZE = 200

type StrandedMail = { id: string; sweeps: number; failed_job: string | null }

async function strandedMails({ db, clock }: Deps): Promise<StrandedMail[]> {
  const now = clock.now()
  const since = RETRY_AFTER.map((after) => later(now, -after))
  const { rows } = await sql<StrandedMail>`
    select m.id, m.sweeps,
      ${failedJobOf('send-mail', 'mailId', sql`m.id`)} as failed_job
    from mails m
    where m.sent_at is null and m.sweeps < ${RETRY_AFTER.length}
      and (m.hold_until is null or m.hold_until < ${since[0]})
      and coalesce(m.swept_at, m.created_at) < (${since}::timestamptz[])[m.sweeps + 1]
      and not ${isQueued('send-mail', 'mailId', sql`m.id`)}
    order by m.created_at limit ${PAGE_SIZE}`.execute(db)
  return rows
}

export async function sweepMail(context: Deps): Promise<void> {
  const { jobs } = context
  await forEachSeparately(await strandedMails(context), ({ id, sweeps, failed_job }) =>
    unitOfWork(context, SYSTEM, async (work) => {
      if (!(await markSwept(work.tx, id, sweeps, work.now))) return
      // Retrying a failed job removes it from the list of failed jobs. A lost job is replaced.
      const isRetried = failed_job !== null && (await jobs.retry(work.tx, failed_job))
      if (!isRetried) await jobs.add(work.tx, 'send-mail', { mailId: id })
    }),
  )
}

async function markSwept(tx: Tx, id: string, sweeps: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ sweeps: sweeps + 1, swept_at: now })
    .where('id', '=', id)
    .where('sweeps', '=', sweeps)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
