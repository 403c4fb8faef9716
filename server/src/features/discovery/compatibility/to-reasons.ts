import type { Reason } from '@kindred/contract'
import { questionById } from '../../profiles/index.ts'
import { whyOf, type Known, type Why } from './rules.ts'

const intentions: Record<string, string> = {
  'long-term': 'a long relationship',
  'short-term': 'something short',
  friends: 'friends',
  open: 'whatever it becomes',
}
const habitNames: Record<string, string> = {
  children: 'children',
  smoking: 'smoking',
  drinking: 'drinking',
  diet: 'what to eat',
}

/** The strongest reasons. At least one difference is among them if there is any. */
export function toReasons(me: Known, them: Known, most: number): Reason[] {
  const why = whyOf(me, them)
  const agree = why.filter(({ kind }) => kind === 'agree')
  const differ = why.filter(({ kind }) => kind === 'differ')
  const apart = differ.length > 0 ? 1 : 0
  return [...agree.slice(0, most - apart), ...differ.slice(0, Math.max(apart, most - agree.length))]
    .slice(0, most)
    .map((each) => ({ kind: each.kind, text: toText(each, me, them) }))
}

function toText(why: Why, me: Known, them: Known): string {
  const { kind, id } = why
  if (id.startsWith('interest:')) return `You share an interest: ${id.slice(9)}.`
  if (id === 'intention') return intentionText(kind, me.intention ?? 'open', them.intention ?? 'open')
  const habit = habitNames[id]
  if (habit) return kind === 'agree' ? `You say the same about ${habit}.` : `You differ about ${habit}.`
  return answerText(why, me, them)
}

const intentionText = (kind: Why['kind'], mine: string, theirs: string): string =>
  kind === 'agree'
    ? `You look for the same: ${intentions[theirs === 'open' ? mine : theirs]}.`
    : `They look for ${intentions[theirs]}, you for ${intentions[mine]}.`

function answerText({ kind, id }: Why, me: Known, them: Known): string {
  const question = questionById.get(id)
  // Some questions are the beginning of a sentence that the answers finish.
  const text = `${question?.text ?? ''}${question?.text.endsWith('?') ? '' : ' …'}`
  const [mine, theirs] = [me.answers[id]?.[0], them.answers[id]?.[0]]
  const quoted = (at: number | undefined) => `“${question?.answers[at ?? -1] ?? ''}”`
  if (mine === theirs) return `${text} You both say ${quoted(mine)}.`
  return kind === 'agree'
    ? `${text} They say ${quoted(theirs)}, you ${quoted(mine)}, and each is fine with it.`
    : `${text} They say ${quoted(theirs)}, you ${quoted(mine)}.`
}
