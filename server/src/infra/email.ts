import { normalized } from '@kindred/contract'
import { domainToASCII } from 'node:url'

/**
 * The form in which addresses are compared. Nothing else normalizes addresses: the database's lower() and JavaScript's
 * differ on 'İ', which is enough to take over an account. Two addresses with the same key are one mailbox. The key of
 * text that isn't an address is empty.
 */
export function emailKey(email: string): string {
  const [, local, domain] = /^([\x21-\x7e]{1,64})@([^\s@]{1,253})$/.exec(normalized(email.trim(), 'NFKC')) ?? []
  const host = domain && domain.isWellFormed() ? domainToASCII(domain) : ''
  return local && host ? `${local}@${host}`.toLowerCase() : ''
}
