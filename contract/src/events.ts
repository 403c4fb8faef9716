import * as z from 'zod/mini'
import { shown } from './text.ts'

/** Events that the server may push. A client parses each one on arrival (`eventFields`) and drops unknown ones. */
export const ServerEvent = z.discriminatedUnion('type', [
  /** The session ended by sign-out, revocation or deactivation. The socket closes right after. */
  z.strictObject({ type: z.literal('session.ended'), reason: shown }),
  z.strictObject({ type: z.literal('match.made'), matchId: shown }),
  z.strictObject({ type: z.literal('match.ended'), matchId: shown }),
  z.strictObject({ type: z.literal('message.sent'), matchId: shown, seq: z.number() }),
  z.strictObject({ type: z.literal('message.changed'), matchId: shown, messageId: shown }),
  z.strictObject({ type: z.literal('messages.read'), matchId: shown, seq: z.number() }),
  /** A plan for a date was proposed, changed or ended. */
  z.strictObject({ type: z.literal('plan.changed'), matchId: shown }),
  /**
   * A call was `asked`, `accepted` or `ended`. For `signal`, `data` is setup information from the other browser. Only a
   * call that was asked with video has a `kind`.
   */
  z.strictObject({
    type: z.literal('call'),
    matchId: shown,
    callId: shown,
    step: shown,
    data: shown,
    kind: z.optional(z.literal('video')),
  }),
  z.strictObject({ type: z.literal('typing'), matchId: shown }),
  z.strictObject({ type: z.literal('notified') }),
  z.strictObject({ type: z.literal('reports.changed') }),
  /** Tells administrators that a colleague has opened a report. */
  z.strictObject({ type: z.literal('report.watched'), reportId: shown }),
  /** This server process is about to stop, so clients connect to another one. */
  z.strictObject({ type: z.literal('server.stopping') }),
])
export type ServerEvent = z.infer<typeof ServerEvent>

type Fields<E> = {
  [F in Exclude<keyof E, 'type'> as undefined extends E[F] ? never : F]: E[F] extends string ? 'string' : 'number'
}

/** The required fields of each event, for the browser, which gets no schemas. */
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

export const EVENT = 'event'
export const SOCKET_PATH = '/socket'
