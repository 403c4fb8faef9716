import { bucketOf, type Contact, hashedText } from '@kindred/contract/discovery/contact-form'
import type { HashedContact } from '@kindred/contract/discovery/contacts'

const encoder = new TextEncoder()

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0) ?? 0)

/** Contacts never leave the device. Only their hashes do, made with the account's key. */
export async function hashContacts(key: string, contacts: readonly Contact[]): Promise<HashedContact[]> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const own = await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, ['sign'])
  return Promise.all(
    contacts.map(async (contact) => {
      const text = encoder.encode(hashedText(contact))
      const [hash, plain] = await Promise.all([
        crypto.subtle.sign('HMAC', own, text),
        crypto.subtle.digest('SHA-256', text),
      ])
      const { kind, hint } = contact
      return { kind, hint, hash: toBase64Url(new Uint8Array(hash)), bucket: bucketOf(new Uint8Array(plain)) }
    }),
  )
}
