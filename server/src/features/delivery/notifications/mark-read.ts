import type { Deps } from '../../../deps.ts'
import { markTopicsRead, unreadTopicsOf } from './notifications.sql.ts'

export const markTopicRead = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string, ...topics: string[]) =>
  markTopicsRead(db, accountId, topics, clock.now())

export const unreadTopics = async (
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  topics: readonly string[],
): Promise<Set<string>> => new Set(topics.length > 0 ? await unreadTopicsOf(db, accountId, topics) : [])
