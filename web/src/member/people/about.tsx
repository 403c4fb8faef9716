import type { Interval, ListedPerson, Reason } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Check, Clock, MapPin, Zap } from 'lucide-react'
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { useSession } from '../../session/store.ts'
import { Fit, Reasons } from './fit.tsx'
import { LikeThis, type OnLike } from './liking.tsx'
import { useWords } from './words.ts'
import { Badge, chipClass } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { aboutClass } from './classes.ts'

const VoiceAnswer = lazy(() => import('../voice/voice-answer.tsx'))

type Props = {
  person: ListedPerson
  interval: Interval | null
  reasons: readonly Reason[]
  boosted?: boolean
  /** True for a preview of the member's own profile, in which nothing counts as shared. */
  isOwn?: boolean
  links?: ReactNode
  onLike?: OnLike | undefined
  frame?: ComponentProps<'div'>
}

const panelClass = 'phone:rounded-xl phone:bg-surface phone:p-5 phone:shadow-edge'

export function About({ person, interval, reasons, boosted = false, isOwn = false, links, onLike, frame }: Props) {
  const { t } = useLingui()
  const suggested = useSuggestedWords()
  return (
    <div className={aboutClass} {...frame}>
      <Head person={person} interval={interval} boosted={boosted} />
      {person.compatibilityScore !== null && (
        <section className={`grid gap-5 ${panelClass}`} aria-label={t`Why you see ${person.firstName}`}>
          <Fit score={person.compatibilityScore} interval={interval} />
          <Reasons reasons={reasons} />
        </section>
      )}
      {person.bio && (
        <section className={panelClass}>
          <UserText>{person.bio}</UserText>
        </section>
      )}
      {person.voice && (
        <section className={`grid min-h-19 grid-cols-1 content-start ${panelClass}`}>
          <Suspense>
            <VoiceAnswer userId={person._id} name={person.firstName} answer={person.voice} />
          </Suspense>
        </section>
      )}
      {person.prompts.map(({ question, answer }) => (
        <section key={question} className={`flex items-end gap-3 ${panelClass}`}>
          <div className="grid min-w-0 flex-1 gap-1">
            <h3 className="text-muted text-small! font-medium!" dir="auto">
              {suggested.prompt(question)}
            </h3>
            <p className="text-start font-display text-lead/7 font-[480] tracking-[-0.01em]" dir="auto">
              {answer}
            </p>
          </div>
          {onLike && (
            <LikeThis
              about={{ kind: 'prompt', prompt: { question, answer } }}
              onLike={onLike}
              place="shadow-[0_0_0_1px_var(--line-strong)]!"
            />
          )}
        </section>
      ))}
      <Chips person={person} isOwn={isOwn} links={links} />
    </div>
  )
}

/** Names longer than this are set in smaller type. */
const LONG = 20
const nameClass = 'text-[2.125rem]/10 phone:text-title'

/** The score beside the name. On desktops, it is below. */
function Score({ score, interval }: { score: number; interval: Interval | null }) {
  const { range } = useFormats()
  return (
    <p className="whitespace-nowrap tabular-nums desk:hidden" aria-hidden="true">
      <b className="font-display text-title normal-nums font-[640] tracking-[-0.03em] text-positive">{score}</b>
      {interval && <span className="ms-1.5 text-caption text-muted">{range(interval.low, interval.high)}</span>}
    </p>
  )
}

function Head({ person, interval, boosted }: Pick<Props, 'person' | 'interval'> & { boosted: boolean }) {
  const words = useWords()
  const place = words.place(person)
  const seen = words.seen(person)
  return (
    <header className={`grid gap-3 ${panelClass} phone:shadow-[var(--shadow-2),0_0_0_1px_var(--line)]!`}>
      <div className="flex items-baseline gap-4">
        <h2 className={`min-w-0 flex-1 ${person.firstName.length > LONG ? 'text-lead' : nameClass}`}>
          <bdi>{person.firstName}</bdi>{' '}
          {person.age !== null && <span className="ms-1 font-[380] whitespace-nowrap tabular-nums">{person.age}</span>}
        </h2>
        {person.compatibilityScore !== null && <Score score={person.compatibilityScore} interval={interval} />}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {place && (
          <span className="inline-flex items-center gap-1.5">
            <MapPin className="icon size-4.5 text-muted" />
            <bdi>{place}</bdi>
          </span>
        )}
        {seen && (
          <span className="inline-flex items-center gap-1.5">
            <Clock className="icon size-4.5 text-muted" />
            {seen}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {person.photoChecked && (
          <Badge tone="positive" round>
            <BadgeCheck className="icon" />
            <Trans>Photo verified</Trans>
          </Badge>
        )}
        {boosted && (
          <Badge round>
            <Zap className="icon" />
            <Trans>Boosted</Trans>
          </Badge>
        )}
      </div>
    </header>
  )
}

function Chips({ person, isOwn, links }: Pick<Props, 'person' | 'isOwn' | 'links'>) {
  const words = useWords()
  const formats = useFormats()
  const suggested = useSuggestedWords()
  const mine = useSession(({ user }) => (isOwn ? null : user))
  const shared = new Set(mine?.interests.map((each) => each.toLowerCase()))
  const intention = words.intention(person.intention)
  const chip = (text: string, both: boolean) => (
    <span key={text} className={chipClass(both && 'shared')}>
      {both && <Check size={16} />}
      <bdi>{text}</bdi>
      {both && (
        <span className="sr-only">
          {' '}
          <Trans>like you</Trans>
        </span>
      )}
    </span>
  )
  return (
    <section className={`grid gap-3 ${panelClass}`}>
      <div className="flex flex-wrap gap-2">
        {person.gender && chip(words.gender(person.gender) ?? '', false)}
        {intention && chip(intention, mine?.intention === person.intention)}
        {person.interests.map((each) => chip(suggested.interests.wordOf(each), shared.has(each.toLowerCase())))}
        {words.basics(person.basics).map((each) => chip(each, false))}
        {person.languages.length > 0 && chip(formats.list(person.languages.map(suggested.spoken.wordOf)), false)}
      </div>
      {links}
    </section>
  )
}
