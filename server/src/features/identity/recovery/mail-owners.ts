import { days } from '../../../infra/clock.ts'
import type { Work } from '../../../work.ts'
import { type Disowned, type LetterKind, type MailInput, queueMail } from '../../delivery/index.ts'
import { listProvenAddresses } from '../address/queries.ts'
import { issueSecret } from '../secrets/secrets.ts'

/**
 * A credential counts as new while the link works, so that everything the link reports can still be suspended. After
 * that, the link in the email no longer works.
 */
export const CREDENTIALS_ARE_NEW_FOR = days(30)

type MailWork = Work<'config' | 'jobs' | 'keys'>

/**
 * “This wasn’t me”: gives the account back to an address that it had proven (open-recovery.ts). Each email has its own
 * link.
 */
export async function disownLink(work: MailWork, accountId: string, address: string): Promise<string> {
  const { token } = await issueSecret(work, {
    purpose: 'undo-email',
    accountId,
    validFor: CREDENTIALS_ARE_NEW_FOR,
    payload: { email: address },
    allowSeveral: true,
  })
  return `${work.config.PUBLIC_URL}/recover#token=${token}`
}

type Report<K extends LetterKind> = (link: Disowned) => Pick<MailInput<K>, 'kind' | 'details'>

/**
 * Reports a change of credentials to the addresses that the account has proven. Those that count as the owner's get a
 * link that says “This wasn’t me”. Others may be a thief's: their link only leads to the page where anyone can reset a
 * password.
 */
export async function mailOwners<K extends LetterKind>(
  work: MailWork,
  accountId: string,
  report: Report<K>,
): Promise<void> {
  const proven = await listProvenAddresses(work.tx, accountId, work.now)
  // There are at most nine addresses, each with its own link.
  for (const { address, qualifies } of proven) {
    const link = qualifies ? await disownLink(work, accountId, address) : resetPage(work)
    await queueMail<K>(work, { to: accountId, address, ...report({ link, undoes: qualifies }) })
  }
  // An unverified current address is notified, too, because it is the account's.
  if (!proven.some(({ isCurrent }) => isCurrent))
    await queueMail<K>(work, { to: accountId, ...report({ link: resetPage(work), undoes: false }) })
}

const resetPage = ({ config }: MailWork) => `${config.PUBLIC_URL}/forgot-password`
