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

/** Providers that ignore dots in a name, and the host that stands for each in comparisons. */
const dotless: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/**
 * Returns the same key for addresses that usually lead to one mailbox: drops a tag after a plus, and dots if the
 * provider ignores them. Never use it for sign-in, because for some providers these are different people.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const [name, host] = [key.slice(0, at), key.slice(at + 1)]
  const [untagged] = name.split('+')
  const common = dotless.get(host)
  const bare = common ? untagged?.replaceAll('.', '') : untagged
  return bare ? `${bare}@${common ?? host}` : key
}
