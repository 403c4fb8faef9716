import type { Deps } from '../../../deps.ts'
import { markTopicsRead, unreadTopicsOf } from './notifications.sql.ts'

/** Members who read something, such as a conversation, have read the notifications about it. */
export const markTopicRead = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string, ...topics: string[]) =>
  markTopicsRead(db, accountId, topics, clock.now())

/** Which of these topics have unread notifications. */
export const unreadTopics = async (
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  topics: readonly string[],
): Promise<Set<string>> => new Set(topics.length > 0 ? await unreadTopicsOf(db, accountId, topics) : [])
