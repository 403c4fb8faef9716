import type { Interval, ListedPerson, Reason } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Heart, Star, UserRound, X, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { coverClass } from './classes.ts'
import { LikeThis, type OnLike } from './liking.tsx'
import { Photo } from './photo.tsx'
import { scoreIn } from './score-in.ts'
import { useWords } from './words.ts'

/** The width of the photo column (classes.ts). */
export const photoSizes = '(max-width: 560px) 100vw, 40rem'

/** Names longer than this are set in smaller type. */
const LONG = 20

type Props = {
  person: ListedPerson
  interval?: Interval | null
  reasons?: readonly Reason[]
  boosted?: boolean
  onLike?: OnLike | undefined
  /** The menu in the corner of the photo. */
  menu?: ReactNode
  /** True for a card of a deck: it can be swiped, and its name links to the profile. */
  isCard?: boolean
  /** False for a card of someone seen as a friend, because profiles say what people look for in dating. */
  isLinked?: boolean
}

/** A person's first photo, with the name on it. */
export function Cover({
  person,
  interval = null,
  reasons = [],
  boosted = false,
  onLike,
  menu,
  isCard = false,
  isLinked = isCard,
}: Props) {
  const { t } = useLingui()
  const { firstName: name, pictures } = person
  const [first] = pictures
  return (
    <figure className={coverClass} aria-label={t`Photos of ${name}`}>
      {first ? (
        <Photo key={first.publicId} picture={first} sizes={photoSizes} eager />
      ) : (
        <span className="grid h-full place-items-center text-muted">
          <UserRound size={96} />
        </span>
      )}
      <figcaption
        className={
          'absolute inset-x-0 bottom-0 flex items-end gap-3 p-5 pt-20 text-[oklch(1_0_0)] phone:p-4 phone:pt-20 ' +
          'bg-[linear-gradient(transparent,oklch(0.15_0.01_20/0.5)_40%,oklch(0.15_0.01_20/0.82))]'
        }
      >
        <Name person={person} interval={interval} reasons={reasons} boosted={boosted} isLinked={isLinked} />
        {onLike && first && <LikeThis about={{ kind: 'photo', photo: first }} onLike={onLike} place="size-12!" />}
      </figcaption>
      {isCard && <Stamps />}
      {menu && <div className="absolute inset-e-3 top-3">{menu}</div>}
    </figure>
  )
}

/** Longer reasons are read below the photo. */
const SHORT = 40

const aboveNameClass = 'rounded-full bg-panel px-3 py-1 text-panel-ink'

type NameProps = Required<Pick<Props, 'person' | 'interval' | 'reasons' | 'boosted' | 'isLinked'>>

function Name({ person, interval, reasons, boosted, isLinked }: NameProps) {
  const words = useWords()
  const { firstName, age, compatibilityScore } = person
  const score = scoreIn(compatibilityScore, interval)
  const reason = reasons.find(({ kind, text }) => kind === 'agree' && text.length <= SHORT)?.text
  const facts = [words.place(person), words.visiting(person), words.seen(person)].filter(Boolean)
  return (
    <div className="grid min-w-0 flex-1 justify-items-start gap-1 wrap-anywhere">
      {score !== null ? (
        <Score score={score} interval={interval} />
      ) : (
        reason && (
          <p className={`${aboveNameClass} text-small`} aria-hidden="true">
            {reason}
          </p>
        )
      )}
      <h2 className={`text-[oklch(1_0_0)] ${firstName.length > LONG ? 'text-lead' : 'text-[2rem]/9'}`}>
        {isLinked ? (
          <Link className="text-inherit no-underline" {...toPerson(person._id)}>
            <bdi>{firstName}</bdi>
          </Link>
        ) : (
          <bdi>{firstName}</bdi>
        )}{' '}
        {age !== null && <span className="ms-1 font-[380] whitespace-nowrap">{age}</span>}
        {person.photoChecked && (
          <span className="ms-2 inline-block align-[-0.1em]">
            <BadgeCheck className="icon size-6 fill-[oklch(1_0_0)] text-[oklch(0.415_0.064_175)]" />
            <span className="sr-only">
              <Trans>Photo verified</Trans>
            </span>
          </span>
        )}
      </h2>
      <p>
        {facts.map((fact, at) => (
          <span key={fact}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
        {boosted && (
          <span className="whitespace-nowrap">
            {' · '}
            <Zap className="icon me-1 inline size-4" />
            <Trans>Boosted</Trans>
          </span>
        )}
      </p>
    </div>
  )
}

/** The score at a glance. The part with the reasons says it to screen readers. */
function Score({ score, interval }: { score: number; interval: Interval | null }) {
  const { range } = useFormats()
  return (
    <p className={`${aboveNameClass} flex items-baseline gap-1.5 whitespace-nowrap`} aria-hidden="true">
      <b className="font-display text-lead/6 font-[640] tracking-[-0.02em]">{score}</b>
      {interval && <span className="text-caption">{range(interval.low, interval.high)}</span>}
    </p>
  )
}

const stamps = [
  { action: 'like', Icon: Heart, look: 'bg-accent text-accent-ink' },
  { action: 'pass', Icon: X, look: 'bg-raised text-ink' },
  { action: 'superlike', Icon: Star, look: 'bg-(--gold-400) text-(--gold-950)' },
] as const

/** A stamp for each action, which appears as the card is pulled toward it (discover/use-swipe.ts). */
const Stamps = () =>
  stamps.map(({ action, Icon, look }) => (
    <span
      key={action}
      data-pull={action}
      aria-hidden="true"
      className={
        'pointer-events-none absolute inset-0 grid place-items-center bg-[oklch(0.15_0.01_20/0.35)] ' +
        'opacity-(--pull,0)'
      }
    >
      <span className={`grid size-28 scale-[calc(0.6+0.4*var(--pull,0))] place-items-center rounded-full ${look}`}>
        <Icon size={56} />
      </span>
    </span>
  ))
