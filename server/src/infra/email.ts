import { domainToASCII } from 'node:url'

/**
 * The one form in which addresses are compared: everywhere, by this function alone. Two addresses with the same key are
 * one mailbox; what is no address has no key. (A database's lower() and JavaScript's differ on 'İ', and that is enough
 * to take over an account.)
 */
export function emailKey(email: string): string {
  const [, local, domain] = /^([\x21-\x7e]{1,64})@([^\s@]{1,253})$/.exec(email.trim().normalize('NFKC')) ?? []
  const host = domain && domain.isWellFormed() ? domainToASCII(domain) : ''
  return local && host ? `${local}@${host}`.toLowerCase() : ''
}
