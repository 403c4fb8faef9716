import type { CardAction } from '@kindred/contract/matching/choices'
import type { Card } from '@kindred/contract/discovery/deck'
import { useLingui } from '@lingui/react/macro'
import { useFormats } from '../../ui/use-formats.ts'
import { scoreIn } from '../people/score-in.ts'
import { useWords } from '../people/words.ts'

export const closenessOf = ({ distance, distanceFormatted, compatibilityScore }: Card) => ({
  distance,
  distanceFormatted,
  compatibilityScore,
})

/**
 * Announces the last swipe and the next person to screen readers. It stays mounted while cards change, because a new
 * element wouldn't be read.
 */
export function Announcement({ last, card }: { last: { name: string; action: CardAction } | undefined; card: Card }) {
  const { t } = useLingui()
  const name = last?.name ?? ''
  const swiped = {
    like: t`Liked ${name}.`,
    pass: t`Passed on ${name}.`,
    superlike: t`Super liked ${name}.`,
    later: t`${name} is set aside for a week.`,
  }
  return (
    <p className="sr-only" role="status">
      {last && swiped[last.action]} <Summary card={card} />
    </p>
  )
}

function Summary({ card }: { card: Card }) {
  const { t, i18n } = useLingui()
  const { series } = useFormats()
  const words = useWords()
  const { user, interval, reasons } = card
  const compatibilityScore = scoreIn(card.compatibilityScore, interval)
  const place = words.place({ ...user, ...closenessOf(card) })
  return [
    series(user.firstName, user.age === null ? null : i18n.number(user.age)),
    place,
    words.visiting(user),
    compatibilityScore === null ? '' : t`compatibility ${compatibilityScore}`,
    reasons[0]?.text ?? '',
  ]
    .filter(Boolean)
    .join('. ')
}
