import type { Deps } from '../deps.ts'
import { applyHit, defaultRules } from '../features/moderation/index.ts'

// People matched by monitoring rules: one who suggests another app, one who sends the same text to many, and one who
// likes everyone. Their reports have sealed evidence.

export async function addMonitoringReports(deps: Deps, ids: readonly string[]): Promise<void> {
  const { db } = deps
  const message = await db
    .selectFrom('messages')
    .select(['id', 'sender_id', 'match_id', 'text', 'created_at'])
    .where('text', 'like', '%whatsapp%')
    .limit(1)
    .executeTakeFirst()
  if (message) {
    const { id, sender_id: accountId, match_id: match, text, created_at: at } = message
    const { a_id, b_id } = await db.selectFrom('matches').selectAll().where('id', '=', match).executeTakeFirstOrThrow()
    const reader = a_id === accountId ? b_id : a_id
    await applyHit(deps, {
      rule: defaultRules.first_messages,
      accountId,
      at,
      facts: { signs: ['contact', 'excuse'] },
      messages: [{ id, match, reader, text: text ?? '', at: at.toISOString() }],
    })
  }
  const [sender, liker] = ids.slice(-2)
  const others = [
    { rule: defaultRules.same_text, accountId: sender, facts: { people: 14 } },
    { rule: defaultRules.likes_everyone, accountId: liker, facts: { count: 231, percent: 100 } },
  ]
  for (const { rule, accountId, facts } of others)
    if (accountId) await applyHit(deps, { rule, accountId, at: deps.clock.now(), facts, messages: [] })
}
