import * as z from 'zod/mini'
import { shown } from './text.ts'

/** Every event that the server may push. A client parses each one on arrival (`eventFields`) and drops unknown ones. */
export const ServerEvent = z.discriminatedUnion('type', [
  /** This session has ended by sign-out, revocation or deactivation. The socket closes right after. */
  z.strictObject({ type: z.literal('session.ended'), reason: shown }),
  /** Two people like each other: both get the event. */
  z.strictObject({ type: z.literal('match.made'), matchId: shown }),
  z.strictObject({ type: z.literal('match.ended'), matchId: shown }),
  z.strictObject({ type: z.literal('message.sent'), matchId: shown, seq: z.number() }),
  /** A message's text or reactions changed, or it was deleted. */
  z.strictObject({ type: z.literal('message.changed'), matchId: shown, messageId: shown }),
  z.strictObject({ type: z.literal('messages.read'), matchId: shown, seq: z.number() }),
  /** Two people's plan for a date was proposed, changed or ended. */
  z.strictObject({ type: z.literal('plan.changed'), matchId: shown }),
  /** A call was `asked`, `accepted` or `ended`, or (`signal`) `data` is a part of its setup from the other browser. */
  z.strictObject({
    type: z.literal('call'),
    matchId: shown,
    callId: shown,
    step: shown,
    data: shown,
  }),
  z.strictObject({ type: z.literal('typing'), matchId: shown }),
  z.strictObject({ type: z.literal('notified') }),
  /** For administrators: a report was created or changed. */
  z.strictObject({ type: z.literal('reports.changed') }),
  /** For administrators: a colleague has opened a report. */
  z.strictObject({ type: z.literal('report.watched'), reportId: shown }),
  /** This server process is about to stop: connect to another one. */
  z.strictObject({ type: z.literal('server.stopping') }),
])
export type ServerEvent = z.infer<typeof ServerEvent>

type Fields<E> = { [F in Exclude<keyof E, 'type'>]: E[F] extends string ? 'string' : 'number' }

/** Each event's fields besides its type, as an outline for the browser, which gets no schemas. */
export const eventFields: { [E in ServerEvent as E['type']]: Fields<E> } = {
  'session.ended': { reason: 'string' },
  'match.made': { matchId: 'string' },
  'match.ended': { matchId: 'string' },
  'message.sent': { matchId: 'string', seq: 'number' },
  'message.changed': { matchId: 'string', messageId: 'string' },
  'messages.read': { matchId: 'string', seq: 'number' },
  'plan.changed': { matchId: 'string' },
  call: { matchId: 'string', callId: 'string', step: 'string', data: 'string' },
  typing: { matchId: 'string' },
  notified: {},
  'reports.changed': {},
  'report.watched': { reportId: 'string' },
  'server.stopping': {},
}

/** The socket event name that all of them share. */
export const EVENT = 'event'
export const SOCKET_PATH = '/socket'
