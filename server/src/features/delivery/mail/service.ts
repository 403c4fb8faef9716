import { later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { encrypt } from '../../../infra/keys.ts'
import { configurationOf } from '../../operations/index.ts'
import { write, type LetterKind, type LetterKinds } from './letters.ts'
import { unsubscribePath } from './unsubscribe.ts'
import type { Work } from '../../../work.ts'

export { personalData } from './personal-data.ts'

export { accountIn, UNSUBSCRIBE_PATH } from './unsubscribe.ts'

/** Links that every letter of its kind carries lead to the same place; they are filled in here. */
const standing = {
  'reuse-detected': '/settings#sessions',
  'new-device': '/settings#sessions',
  'password-changed': '/forgot-password',
  'passkey-added': '/settings#passkeys',
  'passkey-removed': '/settings#passkeys',
  'already-registered': '/forgot-password',
  'deletion-asked': '/settings#delete',
  'deletion-cancelled': '/premium',
  deactivated: '/signin',
  activated: '/signin',
  'picture-decided': '/profile',
}

type Given<K extends LetterKind> = K extends keyof typeof standing ? Omit<LetterKinds[K], 'link'> : LetterKinds[K]

export type Wish<K extends LetterKind> = {
  /** Whose account; the letter goes to its address, unless another is named. */
  to: string
  address?: string
  kind: K
  details: Given<K>
  /** Whom it names: while it waits it goes when they are erased. */
  about?: readonly string[]
  /** How long it waits, in milliseconds: so long it can be withdrawn. */
  heldFor?: number
}

/** Writes a letter into the transaction that gives the reason for it. The worker sends it, at least once. */
export async function queueMail<K extends LetterKind>(
  { tx, now, config, jobs, keys }: Work<'config' | 'jobs' | 'keys'>,
  { to, address, kind, details, about = [], heldFor = 0 }: Wish<K>,
): Promise<void> {
  const account = await tx
    .selectFrom('identity_people')
    .select(['email', 'first_name', 'email_verified_at'])
    .where('id', '=', to)
    .executeTakeFirst()
  const recipient = address ?? account?.email
  if (!account || !recipient) return
  const { brand, supportEmail } = await configurationOf({ config, db: tx })
  const link = kind in standing ? { link: config.PUBLIC_URL + standing[kind as keyof typeof standing] } : {}
  const letter = write(kind, { ...details, ...link } as unknown as LetterKinds[K], {
    brand,
    // A name that a stranger chose is not put into somebody's mailbox: only who proved theirs is greeted by name.
    firstName: account.email_verified_at ? account.first_name : null,
    support: supportEmail,
  })
  // What is told by choice can be ended with one request; what concerns the account cannot.
  const ending = kind === 'notice' ? { unsubscribe: config.API_URL + unsubscribePath(keys, to) } : {}
  const row = await tx
    .insertInto('mails')
    .values({
      account_id: to,
      kind,
      recipient,
      subject: letter.subject,
      body: encrypt(keys, 'mail', JSON.stringify({ text: letter.text, html: letter.html, ...ending })),
      about_ids: [...new Set(about)],
      created_at: now,
      hold_until: heldFor > 0 ? later(now, heldFor) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.add(tx, 'send-mail', { mailId: row.id }, heldFor)
}

/** Takes back letters that have not gone out; whether there was one. */
export async function withdrawMail(tx: Tx, accountId: string, kind: LetterKind): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('hold_until', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
