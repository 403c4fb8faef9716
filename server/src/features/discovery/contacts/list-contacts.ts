import {
  ApiError,
  type HashedContact,
  invalidField,
  message,
  MOST_CONTACTS,
  MOST_NUMBERS,
  phoneContact,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { days } from '../../../infra/clock.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { holdAccount } from '../../profiles/index.ts'
import { bucketFor } from './hashes.ts'
import { countsFrom } from './match-contacts.ts'
import { countContacts, endContacts, insertContacts, insertOwn, numbersOf, ownContacts } from './queries.ts'

/** Enough to list everyone in a phone book and to change some of it, but not to guess the address of a stranger. */
const MOST_A_MONTH = 1500
const NUMBERS_A_MONTH = 5

const tooMany = () => new ApiError('conflict', message('You can add up to {most} contacts.', { most: MOST_CONTACTS }))

/**
 * Keeps the caller and the owners of these contacts apart, whether or not there are any. The answer is the same, because
 * a job compares them later (match-contacts.ts).
 */
export async function addContacts(context: Deps, accountId: string, hashed: readonly HashedContact[]): Promise<void> {
  const contacts = hashed.map((contact) => ({ ...contact, hash: Buffer.from(contact.hash, 'base64url') }))
  const unique = [...new Map(contacts.map((contact) => [contact.hash.toString('hex'), contact])).values()]
  const budget = { key: `contacts:${accountId}`, limit: MOST_A_MONTH, within: days(30), cost: unique.length }
  await context.budgets.spend([budget])
  await unitOfWork(context, asMember(accountId), async ({ tx, now, jobs }) => {
    await holdAccount(tx, accountId)
    await insertContacts(tx, accountId, unique, now)
    if ((await countContacts(tx, accountId)) > MOST_CONTACTS) throw tooMany()
    await jobs.add(tx, 'match-contacts', { accountId })
  })
}

/**
 * Removes one contact, or all of them. If only the caller was hidden, the other person finds them again immediately. Those
 * who never met find each other after a random time: otherwise, removing a contact and looking for the new face would
 * reveal whose it is.
 */
export async function removeContacts(context: Deps, accountId: string, id: string | null): Promise<void> {
  await unitOfWork(context, asMember(accountId), async ({ tx, now, jobs }) => {
    await endContacts(tx, accountId, id, now)
    await jobs.add(tx, 'match-contacts', { accountId })
  })
}

/**
 * Adds a number for people who have listed it. Nothing proves that it is the caller's. Someone who adds another person's
 * number loses sight of those who listed it for good, so few are allowed.
 */
export async function addNumber(context: Deps, accountId: string, number: string): Promise<void> {
  const contact = phoneContact(number)
  if (!contact) {
    throw invalidField('number', message('Please enter a phone number.'))
  }
  await context.budgets.spend([{ key: `own-number:${accountId}`, limit: NUMBERS_A_MONTH, within: days(30) }])
  await unitOfWork(context, asMember(accountId), async ({ tx, now, jobs }) => {
    await holdAccount(tx, accountId)
    const { kind, value } = contact
    const metFrom = (await ownContacts(tx, accountId)).find(({ met_from }) => met_from !== null)?.met_from ?? null
    const counts = { bucket: bucketFor(contact), counts_from: countsFrom(contact, metFrom, now) }
    await insertOwn(tx, accountId, [{ kind, value, ...counts }], now, metFrom)
    if ((await numbersOf(tx, accountId)).length > MOST_NUMBERS)
      throw new ApiError('conflict', message('You can add up to {most} numbers.', { most: MOST_NUMBERS }))
    await jobs.add(tx, 'match-contacts', { accountId })
  })
}
