import { type Contact, emailContact, FAR_FROM_CITIES, hashedText, nameContact } from '@kindred/contract'
import { randomInt } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Tx } from '../../../infra/db/db.ts'
import { NIL_UUID } from '../../../infra/nil-uuid.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { namesOf } from '../../profiles/index.ts'
import { bucketFor, matcherFor } from './hashes.ts'
import {
  accountsLike,
  type ComparedAccount,
  contactsLike,
  contactsToCompare,
  deleteOwn,
  endOneWay,
  hideMatched,
  insertOwn,
  lockCompared,
  markListedCompared,
  markOwnCompared,
  noteMeeting,
  type OwnContact,
  ownContacts,
} from './queries.ts'

const PAGE = 2000
const AT_ONCE = 100

type Compared = Pick<Contact, 'kind' | 'value'>
type Matching = Pick<Deps, 'db' | 'clock' | 'log' | 'lastingKeys'>

/**
 * Compares a member's own address, name and numbers with the contacts of others, and the member's contacts with those
 * of others. A job does this after every change of either, so that no response takes longer if someone is found. Each
 * side is saved before the other one is read. So of two members who change at the same time, the later job finds both.
 *
 * The owner of a contact no longer finds, sees or likes the member who listed it. Whether that member still finds the
 * owner depends on whether they could have seen each other before:
 *
 * If the owner finished their profile after the contact was listed, they never meet: no one disappears from anywhere.
 * Otherwise, the member's own view stays exactly the same, even if they listed it before they joined. If the owner
 * disappeared from, or was missing in, the member's decks, searches or likes, listing a thousand guesses and looking for
 * the missing people would reveal whose they are. For the same reason, someone who takes a new address or name later
 * doesn't disappear either, existing matches continue, and a like that the member can already see still makes a match
 * when they return it. To stop seeing someone, members block the person instead, which reveals nothing about contacts.
 */
export async function matchContacts(context: Matching, accountId: string): Promise<void> {
  await unitOfWork(context, SYSTEM, async ({ tx, now }) => {
    await saveOwn(tx, accountId, now)
    await endOneWay(tx, accountId)
  })
  const now = context.clock.now()
  for (const own of await ownContacts(context.db, accountId))
    if (!own.compared && own.counts_from <= now) await compareOwn(context, own)
  await compareListed(context, accountId)
}

/**
 * Staff and people who haven't finished their profile have no name to be found by. Someone who makes their profile
 * incomplete later keeps it.
 */
async function saveOwn(tx: Tx, accountId: string, now: Date): Promise<void> {
  const account = await lockCompared(tx, accountId)
  if (!account) return
  const [before, wanted] = [await ownContacts(tx, accountId), contactsIn(account)]
  const [had, has] = [new Set(before.map(hashedText)), new Set(wanted.map(hashedText))]
  const gone = before.filter((own) => own.kind !== 'phone' && !has.has(hashedText(own)))
  const dropped = gone.filter(({ kind }) => kind === 'email' || account.complete)
  if (dropped.length > 0)
    await deleteOwn(
      tx,
      accountId,
      dropped.map(({ id }) => id),
    )
  const metFrom = before.find(({ met_from }) => met_from !== null)?.met_from ?? (account.complete ? now : null)
  const added = wanted.filter((own) => !had.has(hashedText(own)))
  const rows = added.map((own) => ({ ...own, bucket: bucketFor(own), counts_from: countsFrom(own, metFrom, now) }))
  if (rows.length > 0) await insertOwn(tx, accountId, rows, now, metFrom)
  if (metFrom) await noteMeeting(tx, accountId, metFrom)
}

/**
 * A name or number that someone takes after they could meet others counts a day to a week later. Otherwise, taking one
 * after another and looking for who disappears would tell which members avoid its owner. Addresses are confirmed, so they count now.
 */
export const countsFrom = ({ kind }: Pick<Contact, 'kind'>, metFrom: Date | null, now: Date): Date =>
  kind === 'email' || metFrom === null || metFrom >= now ? now : later(now, days(1) + randomInt(days(6)))

/** Large cities have a name in each language, and the account is found by all of them. */
function contactsIn({ email_key, first_name, last_name, complete, city, country }: ComparedAccount): Compared[] {
  const email = emailContact(email_key)
  const towns = complete && city && city !== FAR_FROM_CITIES ? [city, ...namesOf({ city, country })] : []
  const names = towns.map((town) => nameContact(`${first_name} ${last_name}`, town))
  const found = [email, ...names].flatMap((contact) => (contact ? [contact] : []))
  return [...new Map(found.map(({ kind, value }) => [hashedText({ kind, value }), { kind, value }])).values()]
}

async function compareOwn(context: Matching, own: OwnContact, after = NIL_UUID): Promise<void> {
  const candidates = await contactsLike(context.db, own.id, after, PAGE)
  const matched = candidates.filter(({ account_id, hash }) => matcherFor(context.lastingKeys, account_id)(hash, own))
  const last = candidates.length === PAGE ? candidates.at(-1) : undefined
  await unitOfWork(context, SYSTEM, async ({ tx, now }) => {
    if (matched.length > 0) await hideMatched(tx, matched, now)
    if (!last) await markOwnCompared(tx, own.id)
  })
  if (last) await compareOwn(context, own, last.contact_id)
}

async function compareListed(context: Matching, accountId: string): Promise<void> {
  const ids = (await contactsToCompare(context.db, accountId, AT_ONCE)).map(({ id }) => id)
  if (ids.length === 0) return
  const matches = matcherFor(context.lastingKeys, accountId)
  const matched = (await accountsLike(context.db, ids, context.clock.now())).filter((candidate) =>
    matches(candidate.hash, candidate),
  )
  await unitOfWork(context, SYSTEM, async ({ tx, now }) => {
    if (matched.length > 0) await hideMatched(tx, matched, now)
    await markListedCompared(tx, ids)
  })
  await compareListed(context, accountId)
}
