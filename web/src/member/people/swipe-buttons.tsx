import type { Action } from '@kindred/contract/matching/choices'
import { useLingui } from '@lingui/react/macro'
import { Heart, Star, X } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import { ActButton } from '../../ui/act-button.tsx'

type Props = {
  name: string
  onChoose: (action: Action) => void
  busy?: boolean
  /** The keys of the buttons, shown to people with a keyboard. */
  keys?: Partial<Record<Action, string>>
  captioned?: boolean
  /** Without super likes, as among friends. */
  isPlain?: boolean
  /** Handlers of the super like button, which can be pulled up. */
  pull?: Omit<ComponentProps<'button'>, 'onClick'>
}

/** The three actions. They float over the card on phones. */
export function SwipeButtons({
  name,
  onChoose,
  busy = false,
  keys = {},
  captioned = false,
  isPlain = false,
  pull,
}: Props) {
  const { t } = useLingui()
  // The second half of a double click would apply to the next person.
  const act = (action: Action) => ({
    action,
    keyName: keys[action],
    captioned,
    disabled: busy,
    onClick: ({ detail }: MouseEvent) => detail < 2 && onChoose(action),
  })
  return (
    <div
      className={`grid gap-3 phone:flex ${isPlain ? 'grid-cols-2' : 'grid-cols-3'} phone:items-end phone:justify-center phone:gap-6`}
      role="group"
      aria-label={t`What do you think of ${name}?`}
    >
      <ActButton icon={<X />} {...act('pass')}>{t`Pass`}</ActButton>
      {!isPlain && <ActButton icon={<Star />} {...act('superlike')} {...pull}>{t`Super like`}</ActButton>}
      <ActButton icon={<Heart />} {...act('like')}>{t`Like`}</ActButton>
    </div>
  )
}
