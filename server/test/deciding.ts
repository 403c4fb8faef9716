import type { DecisionInput } from '@kindred/contract'
import type { Person } from './people.ts'
import type { World } from './world.ts'
import { advanceDecisions } from '../src/features/moderation/decisions/jobs.ts'
import { settleReview } from '../src/features/moderation/index.ts'

// Helpers shared by the tests of decisions.

type Input = Partial<DecisionInput>

export const FACTS = 'Asked three people for gift cards.'
export const inputOf = (input: Input = {}) =>
  ({ kind: 'warn', rule: 6, category: 'scam', facts: FACTS, ...input }) as const

/** Opens the evidence of the report first, if the decision cites one. */
export async function decide({ client }: Person, { user }: Pick<Person, 'user'>, input: Input = {}) {
  if (input.reportId)
    await client.getReportEvidence({ params: { id: input.reportId }, reason: 'To decide on the report.' })
  return (await client.decide({ params: { id: user._id }, body: inputOf(input) })).data.decision
}

export const decisionsAbout = async ({ client }: Person, { user }: Pick<Person, 'user'>) =>
  (await client.listDecisions({ params: { id: user._id } })).data

export const report = async ({ client }: Person, { user }: Pick<Person, 'user'>) =>
  (
    await client.createReport({
      body: { problem_type: 'Harassment', description: 'They keep asking me for money.', userId: user._id },
    })
  ).data.report

export const stateOf = async ({ client }: Person, { user }: Pick<Person, 'user'>) =>
  (await client.getUser({ params: { id: user._id } })).data.user.state

/** Moves on to a minute after a decision, when its email is sent and its consequences begin. */
export async function settle(world: World) {
  await world.sendHeldMail()
  await advanceDecisions(world.deps)
}

/** Moves on to a minute after reviews of photos and voice answers, when those that weren't undone take effect. */
export async function settleReviews(world: World) {
  const { rows } = await world.query(`select data from pgboss.job where name = 'settle-review' order by created_on`)
  for (const { data } of rows as { data: Parameters<typeof settleReview>[1] }[]) await settleReview(world.deps, data)
}
