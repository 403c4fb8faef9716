import { applyEffects, defaultRules } from '../features/moderation/index.ts'
import type { Work } from '../work.ts'

// People who the monitoring rules matched: one who suggests another app, one who sends a text to many, and one who
// likes everyone.

export async function monitored(work: Work<'bus' | 'config'>, ids: readonly string[]): Promise<void> {
  const { tx, now } = work
  const message = await tx
    .selectFrom('messages')
    .innerJoin('matches', 'matches.id', 'messages.match_id')
    .select(['messages.id', 'sender_id', 'match_id', 'text', 'messages.created_at', 'a_id', 'b_id'])
    .where('text', 'like', '%whatsapp%')
    .executeTakeFirst()
  if (message) {
    const { id, sender_id: accountId, match_id: match, text, created_at: at, a_id, b_id } = message
    const reader = a_id === accountId ? b_id : a_id
    await applyEffects(work, {
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
    if (accountId) await applyEffects(work, { rule, accountId, at: now, facts, messages: [] })
}
