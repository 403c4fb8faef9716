import { storedMessage, type Reason, message, type MessageDescriptor } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { interests } from '@kindred/contract/profiles/suggestions'
import { write } from '../../../infra/language/write.ts'
import { questionById } from '../../profiles/index.ts'
import { isHabit, whyOf, type Known, type Why } from './rules.ts'

export function toReasons(me: Known, them: Known, most: number, language: Language): Reason[] {
  const why = whyOf(me, them)
  const agree = why.filter(({ kind }) => kind === 'agree')
  const differ = why.filter(({ kind }) => kind === 'differ')
  const apart = differ.length > 0 ? 1 : 0
  return [...agree.slice(0, most - apart), ...differ.slice(0, Math.max(apart, most - agree.length))]
    .slice(0, most)
    .map((each) => ({ kind: each.kind, text: write(language, toText(each, me, them, language)) }))
}

function toText(why: Why, me: Known, them: Known, language: Language): MessageDescriptor {
  const { kind, id } = why
  if (id.startsWith('interest:'))
    return message('You’re both into {interest}.', { interest: interests.wordWithin(language, id.slice(9)) })
  if (id === 'intention') return intentionText(kind, me.intention ?? 'open', them.intention ?? 'open')
  if (!isHabit(id)) return answerText(why, me, them)
  return kind === 'agree'
    ? message(
        'You feel the same about {habit, select, children {children} smoking {smoking} drinking {drinking} ' +
          'other {diet}}.',
        { habit: id },
      )
    : message(
        'You feel differently about {habit, select, children {children} smoking {smoking} drinking {drinking} ' +
          'other {diet}}.',
        { habit: id },
      )
}

/** A message key can’t have a hyphen. */
const aimOf = (intention: string): string => intention.replace('-term', '')

/** Someone who is still figuring it out agrees with everyone. */
function intentionText(kind: Why['kind'], mine: string, theirs: string): MessageDescriptor {
  if (kind === 'differ')
    return message(
      'They’re looking for {theirs, select, long {something long-term} short {something short-term} ' +
        'other {friends}}, you’re looking for {mine, select, long {something long-term} ' +
        'short {something short-term} other {friends}}.',
      { theirs: aimOf(theirs), mine: aimOf(mine) },
    )
  if (mine === 'open' && theirs === 'open') return message('You’re both still figuring it out.')
  if (mine === theirs)
    return message(
      'You’re both looking for {both, select, long {something long-term} short {something short-term} ' +
        'other {friends}}.',
      { both: aimOf(mine) },
    )
  return mine === 'open'
    ? message(
        'They’re looking for {theirs, select, long {something long-term} short {something short-term} ' +
          'other {friends}}. You’re still figuring it out.',
        { theirs: aimOf(theirs) },
      )
    : message(
        'You’re looking for {mine, select, long {something long-term} short {something short-term} ' +
          'other {friends}}. They’re still figuring it out.',
        { mine: aimOf(mine) },
      )
}

function answerText({ kind, id }: Why, me: Known, them: Known): MessageDescriptor {
  const asked = questionById.get(id)
  const answerAt = (at: number | undefined) => storedMessage(asked?.answers[at ?? -1] ?? '', {}, asked?.text)
  const [mine, theirs] = [me.answers[id]?.[0], them.answers[id]?.[0]]
  const question = storedMessage(asked?.text ?? '')
  const values = { question, mine: answerAt(mine), theirs: answerAt(theirs) }
  if (mine === theirs) return message('{question} You both said “{mine}.”', values)
  return kind === 'agree'
    ? message('{question} They said “{theirs}.” You said “{mine}.” You’re both fine with that.', values)
    : message('{question} They said “{theirs}.” You said “{mine}.”', values)
}
