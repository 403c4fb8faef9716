import { phrasesOf } from '../../phrases.ts'
import { plain } from '../../lookalikes.ts'
import type { Patterns, RuleSettings, Signal } from '../monitoring.ts'
import { patternsIn, unhidden } from './patterns.ts'

// The rule about first messages. Nothing here knows about people or the database.

export type FirstMessages = Extract<RuleSettings, { name: 'first_messages' }>['parameters']

export type Line = { isOwn: boolean; text: string; at: number }

const DAY = 86_400_000

/** The number of characters read per sender. Scammers ask for something before that. */
const MAX_CHARACTERS_READ = 4000

type Role = Signal['role']
type Sign = { name: string; points: number; role?: Role }
export type Finding = { points: number; signs: string[] }

const roles: Record<keyof Patterns, NonNullable<Role>> = {
  link: 'wanted',
  phone: 'contact',
  handle: 'contact',
  amount: 'wanted',
  figure: 'wanted',
}
const isOfReader = ({ role }: Sign) => role === 'reader' || role === 'invite'
const isForSomething = ({ role }: Sign) => role === 'wanted' || role === 'contact'

function signsOf({ signals, patterns, hosts }: FirstMessages): (text: string) => Sign[] {
  const find = phrasesOf(signals.map((signal) => [signal.words.map(plain), signal] as const))
  const known = new Set(hosts)
  return (text) => {
    const found = find(unhidden(text))
    return [
      ...signals.filter((signal) => found.has(signal)),
      ...patternsIn(text, known).map((name) => ({ name, points: patterns[name], role: roles[name] })),
    ]
  }
}

/** The signs that count in one message, given what the reader wrote before. */
function counted(signs: readonly Sign[], { isFamiliar, isInvited }: { isFamiliar: boolean; isInvited: boolean }) {
  const own = signs.filter(
    (sign) =>
      !isOfReader(sign) &&
      !(sign.role === 'contact' && (isFamiliar || isInvited)) &&
      !(sign.name === 'link' && isInvited),
  )
  return own.some(isForSomething) ? own : own.filter(({ role }) => role !== 'request')
}

export function firstMessagesRule(parameters: FirstMessages) {
  const { threshold, messages, replies, acquainted } = parameters
  const signsIn = signsOf(parameters)

  return (lines: readonly Line[]): Finding | undefined => {
    const found = new Map<string, Sign>()
    const start = lines[0]?.at ?? 0
    let [left, own, answers, isInvited] = [MAX_CHARACTERS_READ, 0, 0, false]
    for (const { isOwn, text, at } of lines) {
      if (own >= messages || left === 0) break
      const read = text.slice(0, left)
      if (isOwn) left -= read.length
      const signs = signsIn(read)
      if (isOwn) {
        own += 1
        const isFamiliar = answers >= replies || (answers > 0 && at - start >= acquainted * DAY)
        for (const sign of counted(signs, { isFamiliar, isInvited })) found.set(sign.name, sign)
      } else {
        answers += 1
        isInvited ||= signs.some(({ role }) => role === 'invite' || role === 'contact')
        if (own > 0) for (const sign of signs) if (sign.role === 'reader') found.set(sign.name, sign)
      }
    }
    const all = [...found.values()]
    const points = all.reduce((sum, each) => sum + each.points, 0)
    // Personal stories aren't a finding unless they come with a request.
    if (points < threshold || !all.some(isForSomething)) return undefined
    return { points, signs: all.filter((each) => each.points > 0).map(({ name }) => name) }
  }
}
