import { ApiError, type DecisionInput } from '@kindred/contract'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { advanceDecisions } from '../../src/features/moderation/decisions/jobs.ts'
import { days } from '../../src/infra/clock.ts'
import { inputOf, report, settle } from '../deciding.ts'
import { type Case, expectInvariants } from '../life-cycle.ts'
import type { Person } from '../people.ts'
import { proof, proving, rounds } from '../proofs.ts'
import { startWorld, type World } from '../world.ts'

// Random orders of steps through the whole life cycle keep the invariants of ../life-cycle.ts.

const RUNS = rounds(3, 500)

/** Returns true if a step succeeds and false if it is refused, and throws any other error. */
async function attempt(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404, 409].includes(error.status)) return false
    throw error
  }
}

/** Picks an item by any number. */
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

/** fast-check prints the name of a step if a run fails. */
type Step = { name: string; run: (about: Case) => Promise<unknown>; [fc.toStringMethod]?: () => string }
const named = (all: Step): Step => ({ ...all, [fc.toStringMethod]: () => all.name })
type Which = { by: number; at: number }

const idsOf = async ({ world }: Case, text: string): Promise<string[]> =>
  ((await world.query(text)).rows as { id: string }[]).map(({ id }) => id)
const decisions = (about: Case) => idsOf(about, `select id from decisions where subject_id = '${about.ben.user._id}'`)
const reports = (about: Case) => idsOf(about, `select id from reports where about_id = '${about.ben.user._id}'`)
const staffOf = ({ staff }: Case, by: number) => staff[by % 2 === 0 ? 0 : 1]

/** Attempts a step with one of these ids, if there are any. */
async function withOne(ids: Promise<string[]>, at: number, call: (id: string) => Promise<unknown>) {
  const id = pick(await ids, at)
  return id !== undefined && (await attempt(() => call(id)))
}

const nameOf = ({ kind, fraud, hide }: Partial<DecisionInput>): string =>
  `decide ${kind}${fraud ? ' for fraud' : ''}${hide ? ` ${Object.keys(hide).join()}` : ''}`

const deciding = ({ by, at }: Which, input: Partial<DecisionInput>): Step => ({
  name: nameOf(input),
  run: async (about) => {
    const reportId = at % 2 === 0 ? pick(await reports(about), at) : undefined
    const hide = input.hide?.message ? { message: about.message } : input.hide
    const facts = `Case ${about.ben.user._id}.`
    const body = inputOf({ ...input, facts, ...(hide ? { hide } : {}), ...(reportId ? { reportId } : {}) })
    const { client } = staffOf(about, by)
    return attempt(async () => {
      if (reportId) await client.getReportEvidence({ params: { id: reportId }, reason: 'To decide on the report.' })
      return client.decide({ params: { id: about.ben.user._id }, body })
    })
  },
})

const kinds: readonly Partial<DecisionInput>[] = [
  { kind: 'warn' },
  { kind: 'limit', days: 3 },
  { kind: 'suspend', days: 7 },
  { kind: 'hide', hide: { bio: true } },
  { kind: 'hide', hide: { message: 'theirs' } },
  { kind: 'ban' },
  { kind: 'ban', fraud: true },
]

const statuses = ['in_progress', 'resolved', 'rejected', 'closed'] as const

const reporting: Step = { name: 'report', run: (about) => attempt(() => report(about.ada, about.ben)) }
const claiming = ({ by }: Which): Step => ({
  name: 'claim',
  run: (about) => attempt(() => staffOf(about, by).client.claimNextReport()),
})
const moving = ({ by, at }: Which): Step => ({
  name: 'move report',
  run: (about) =>
    withOne(reports(about), at, (id) =>
      staffOf(about, by).client.setReportStatus({ params: { id }, body: { status: pick(statuses, at)! } }),
    ),
})
const undoing = ({ by, at }: Which): Step => ({
  name: 'undo',
  run: (about) => withOne(decisions(about), at, (id) => staffOf(about, by).client.undoDecision({ params: { id } })),
})
const lifting = ({ by, at }: Which): Step => ({
  name: 'lift',
  run: (about) =>
    withOne(decisions(about), at, (id) =>
      staffOf(about, by).client.liftDecision({ params: { id }, body: { reason: 'They explained it.' } }),
    ),
})
const message = 'Please look at this again.'
const appealing = ({ by, at }: Which): Step => ({
  name: 'appeal',
  run: (about) =>
    by % 2 === 0
      ? withOne(decisions(about), at, (id) => about.ben.client.appealDecision({ params: { id }, body: { message } }))
      : withOne(reports(about), at, (id) => about.ada.client.appealReport({ params: { id }, body: { message } })),
})
const hearing = ({ by, at }: Which): Step => ({
  name: 'decide appeal',
  run: async (about) => {
    const { client } = staffOf(about, by)
    const mine = idsOf(
      about,
      `select id from appeals where account_id in ('${about.ben.user._id}', '${about.ada.user._id}')`,
    )
    const outcome = at % 2 === 0 ? 'overturned' : 'upheld'
    return withOne(mine, at, (id) => client.decideAppeal({ params: { id }, body: { outcome, reason: 'Read again.' } }))
  },
})
const approving = ({ by, at }: Which): Step => ({
  name: 'approve',
  run: async (about) => {
    const { client } = staffOf(about, by)
    const waiting = idsOf(about, `select id from approvals where target_id = '${about.ben.user._id}'`)
    return withOne(waiting, at, (id) =>
      at % 3 === 0 ? client.declineApproval({ params: { id }, body: {} }) : client.approve({ params: { id } }),
    )
  },
})
const switching = ({ by, at }: Which): Step => ({
  name: 'activate or deactivate',
  run: (about) => {
    const { client } = staffOf(about, by)
    const call = { params: { id: about.ben.user._id }, body: {} }
    return attempt(() => (at % 2 === 0 ? client.deactivateUser(call) : client.activateUser(call)))
  },
})
const passing = (milliseconds: number, isOver: boolean): Step => ({
  name: `wait ${milliseconds / 1000} s`,
  run: async (about) => {
    const { world, staff, ada } = about
    world.turnClock(milliseconds)
    if (isOver) await settle(world)
    else await advanceDecisions(world.deps)
    for (const person of [...staff, ada]) Object.assign(person, await world.signedInAgain(person))
  },
})
const leaving: Step = {
  name: 'ask for deletion',
  run: ({ ben }) => attempt(() => ben.client.deleteAccount({ body: { password: ben.password } })),
}
const staying: Step = { name: 'cancel deletion', run: ({ ben }) => attempt(() => ben.client.restoreAccount()) }
const erasing: Step = {
  name: 'erase',
  run: async (about) => {
    await passing(days(31), true).run(about)
    await eraseDue(about.world.deps)
    about.isErased ||=
      (
        await idsOf(
          about,
          `select id from accounts where id = '${about.ben.user._id}'
      and state = 'erased'`,
        )
      ).length > 0
  },
}

const each = [claiming, moving, undoing, lifting, appealing, hearing, approving, switching]
const which = fc.record({ by: fc.nat(9), at: fc.nat(9) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(reporting) },
  { weight: 6, arbitrary: fc.tuple(which, fc.constantFrom(...kinds)).map(([who, kind]) => deciding(who, kind)) },
  ...each.map((make) => ({
    weight: 3,
    arbitrary: which.map(make),
  })),
  { weight: 2, arbitrary: fc.constant(passing(20_000, false)) },
  { weight: 2, arbitrary: fc.constant(passing(0, true)) },
  { weight: 1, arbitrary: fc.constant(passing(days(4), true)) },
  { weight: 1, arbitrary: fc.constant(leaving) },
  { weight: 1, arbitrary: fc.constant(staying) },
  { weight: 1, arbitrary: fc.constant(erasing) },
)

/** All steps that can be refused. */
const refusable = [reporting, leaving, staying, ...each.map((make) => make({ by: 0, at: 0 }))]
const possible = [...refusable.map(({ name }) => name), ...kinds.map(nameOf)]

async function newCase(world: World, staff: [Person, Person]): Promise<Case> {
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' }, { bio: 'Send me gift cards.' })]
  const id = await world.matched(ada, ben)
  const body = { clientId: randomUUID(), text: 'Send me gift cards.' }
  const { _id: message } = (await ben.client.sendMessage({ params: { id }, body })).data.message
  const premium = new Date(world.deps.clock.now().getTime() + days(400))
  await world.query(`update accounts set premium_until = '${premium.toISOString()}' where id = '${ben.user._id}'`)
  return { world, staff, ada, ben, message, premium, isErased: false }
}

/** Runs the steps. A restricted member signs in again to use the remaining routes; an erased one can't. */
async function play(about: Case, steps: readonly Step[]): Promise<Set<string>> {
  const succeeded = new Set<string>()
  for (const { name, run } of steps) {
    if (!about.isErased) about.ben = await about.world.signedInAgain(about.ben)
    if (await run(about)) succeeded.add(name)
    await expectInvariants(about)
  }
  return succeeded
}

test('whatever happens in whichever order, effects, strikes, mails and the audit log agree', async () => {
  const world = await startWorld({ eavesdrop: false })
  const staff: [Person, Person] = [await world.administrator(), await world.administrator()]
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step.map(named), { minLength: 15, maxLength: 30 }), async (steps) => {
      for (const person of staff) Object.assign(person, await world.signedInAgain(person))
      for (const name of await play(await newCase(world, staff), steps)) seen.add(name)
    }),
    // Shrinking would take longer than reading the run that failed.
    { numRuns: RUNS, endOnFailure: true },
  )
  // Steps that were always refused would prove nothing.
  const missing = possible.filter((kind) => !seen.has(kind))
  expect(missing.length, `never done: ${missing.join(', ')}`).toBeLessThan(proving ? 1 : possible.length - 5)
  proof(`${RUNS} lives of decisions in random orders, with ${[...seen].sort().join(', ')}: every invariant holds`)
}, 3_600_000)
