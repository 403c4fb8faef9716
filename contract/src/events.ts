import * as z from 'zod/mini'
import { shown } from './text.ts'

/** Every event that the server may push. A client parses each one on arrival (`eventFields`) and drops unknown ones. */
export const ServerEvent = z.discriminatedUnion('type', [
  /** This session has ended: signed out, revoked, deactivated. The socket closes right after. */
  z.strictObject({ type: z.literal('session.ended'), reason: shown }),
  /** Two people like each other: both are notified. */
  z.strictObject({ type: z.literal('match.made'), matchId: shown }),
  z.strictObject({ type: z.literal('match.ended'), matchId: shown }),
  z.strictObject({ type: z.literal('message.sent'), matchId: shown, seq: z.number() }),
  /** Something of a message changed: its words, its reactions, or it is gone. */
  z.strictObject({ type: z.literal('message.changed'), matchId: shown, messageId: shown }),
  z.strictObject({ type: z.literal('messages.read'), matchId: shown, seq: z.number() }),
  z.strictObject({ type: z.literal('typing'), matchId: shown }),
  z.strictObject({ type: z.literal('notified') }),
  /** For administrators: something about the reports is new. */
  z.strictObject({ type: z.literal('reports.changed') }),
  /** For administrators: another one has opened a report. */
  z.strictObject({ type: z.literal('report.watched'), reportId: shown }),
  /** This server process is about to stop: connect again, somewhere else. */
  z.strictObject({ type: z.literal('server.stopping') }),
])
export type ServerEvent = z.infer<typeof ServerEvent>

type Fields<E> = { [F in Exclude<keyof E, 'type'>]: E[F] extends string ? 'string' : 'number' }

/** What each event says beside its kind: its outline for the browser, which gets no schemas. */
export const eventFields: { [E in ServerEvent as E['type']]: Fields<E> } = {
  'session.ended': { reason: 'string' },
  'match.made': { matchId: 'string' },
  'match.ended': { matchId: 'string' },
  'message.sent': { matchId: 'string', seq: 'number' },
  'message.changed': { matchId: 'string', messageId: 'string' },
  'messages.read': { matchId: 'string', seq: 'number' },
  typing: { matchId: 'string' },
  notified: {},
  'reports.changed': {},
  'report.watched': { reportId: 'string' },
  'server.stopping': {},
}

/** The one name under which every event travels. */
export const EVENT = 'event'
export const SOCKET_PATH = '/socket'
