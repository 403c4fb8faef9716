import { later } from '../../../infra/clock.ts'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { encrypt } from '../../../infra/keys.ts'
import type { Work } from '../../../work.ts'
import { configurationOf } from '../../operations/index.ts'
import { languageOfAccount } from '../language-of-account.ts'
import { formatsIn } from '../../../infra/zones.ts'
import type { LetterKind, LetterKinds } from './letter-kinds.ts'
import { addMail, deleteDelayedMails, deleteUnsentMail } from './mails.sql.ts'
import { renderLetter } from './render-letter.ts'
import type { MailBody } from './send-mail.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

/** Links that are the same in each email of a kind. Callers don't pass them. */
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
  /** In milliseconds. Until then the email can be withdrawn. */
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

async function writeText<K extends LetterKind>(
  db: Db | Tx,
  config: Deps['config'],
  account: Addressee,
  kind: K,
  details: Details<K>,
) {
  const { brand, supportEmail } = await configurationOf({ config, db })
  const language = languageOfAccount(account, config)
  const letter = renderLetter(kind, withFixedLink(config.PUBLIC_URL, kind, details), {
    language,
    gender: account.gender,
    brand,
    // Anyone can sign up with a stranger's address, so emails to unverified addresses leave out the name that the
    // sender chose.
    firstName: account.email_verified_at ? account.first_name : null,
    support: supportEmail,
    formats: formatsIn(account.time_zone, language),
  })
  return { language, ...letter }
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
  // `Details` leaves out the link of exactly those kinds that are in `fixedLinks`, where it is added.
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
