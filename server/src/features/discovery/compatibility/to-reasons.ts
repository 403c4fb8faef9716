import type { Reason } from '@kindred/contract'
import { questionById } from '../../profiles/index.ts'
import { whyOf, type Known, type Why } from './rules.ts'

const intentions: Record<string, string> = {
  'long-term': 'something long-term',
  'short-term': 'something short-term',
  friends: 'friends',
}
const habitNames: Record<string, string> = {
  children: 'children',
  smoking: 'smoking',
  drinking: 'drinking',
  diet: 'diet',
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
  if (id.startsWith('interest:')) return `You’re both into ${id.slice(9)}.`
  if (id === 'intention') return intentionText(kind, me.intention ?? 'open', them.intention ?? 'open')
  const habit = habitNames[id]
  if (habit) return kind === 'agree' ? `You feel the same about ${habit}.` : `You feel differently about ${habit}.`
  return answerText(why, me, them)
}

/** Someone who is still figuring it out agrees with everyone. */
function intentionText(kind: Why['kind'], mine: string, theirs: string): string {
  if (kind === 'differ') return `They’re looking for ${intentions[theirs]}, you’re looking for ${intentions[mine]}.`
  if (mine === theirs)
    return mine === 'open' ? 'You’re both still figuring it out.' : `You’re both looking for ${intentions[mine]}.`
  return mine === 'open'
    ? `They’re looking for ${intentions[theirs]}. You’re still figuring it out.`
    : `You’re looking for ${intentions[mine]}. They’re still figuring it out.`
}

function answerText({ kind, id }: Why, me: Known, them: Known): string {
  const question = questionById.get(id)
  const text = question?.text ?? ''
  const [mine, theirs] = [me.answers[id]?.[0], them.answers[id]?.[0]]
  const quoted = (at: number | undefined) => `“${question?.answers[at ?? -1] ?? ''}”`
  if (mine === theirs) return `${text} You both said ${quoted(mine)}.`
  return kind === 'agree'
    ? `${text} They said ${quoted(theirs)}, you said ${quoted(mine)}. You’re both fine with that.`
    : `${text} They said ${quoted(theirs)}, you said ${quoted(mine)}.`
}
