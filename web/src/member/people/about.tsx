import type { Interval, ListedPerson, Reason } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Check, Clock, MapPin, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../session/store.ts'
import { Fit, Reasons } from './fit.tsx'
import { useWords } from './words.ts'

type Props = {
  person: ListedPerson
  interval: Interval | null
  reasons: readonly Reason[]
  boosted?: boolean
  /** Where more of it is told, and what else can be done. */
  links?: ReactNode
}

/** Everything that the viewer may know of somebody, as a column of words. */
export function About({ person, interval, reasons, boosted = false, links }: Props) {
  const { t } = useLingui()
  return (
    <div className="about">
      <Head person={person} interval={interval} boosted={boosted} />
      {person.compatibilityScore !== null && (
        <section className="grid gap-5" aria-label={t`Why you see ${person.firstName}`}>
          <Fit score={person.compatibilityScore} interval={interval} />
          <Reasons reasons={reasons} />
        </section>
      )}
      {person.bio && (
        <section>
          <p className="whitespace-pre-line" dir="auto">
            {person.bio}
          </p>
        </section>
      )}
      {person.prompts.map(({ question, answer }) => (
        <section key={question} className="quote">
          <h3 className="muted text-small! font-medium!">{question}</h3>
          <p dir="auto">{answer}</p>
        </section>
      ))}
      <Chips person={person} links={links} />
    </div>
  )
}

function Head({ person, interval, boosted }: Pick<Props, 'person' | 'interval'> & { boosted: boolean }) {
  const words = useWords()
  const place = words.place(person)
  const seen = words.seen(person)
  return (
    <header className="grid gap-3">
      {person.compatibilityScore !== null && (
        <p className="fitmini only-phone num" aria-hidden="true">
          <b>{person.compatibilityScore}</b>
          {interval && (
            <span className="text-caption muted">
              {interval.low}–{interval.high}
            </span>
          )}
        </p>
      )}
      <h2 className="name" dir="auto">
        {person.firstName} {person.age !== null && <span className="num">{person.age}</span>}
      </h2>
      <p className="meta">
        {place && (
          <span>
            <MapPin className="i" aria-hidden="true" />
            {place}
          </span>
        )}
        {seen && (
          <span>
            <Clock className="i" aria-hidden="true" />
            {seen}
          </span>
        )}
      </p>
      <div className="chips">
        {person.photoChecked && (
          <span className="badge round positive">
            <BadgeCheck className="i" aria-hidden="true" />
            <Trans>Photo checked</Trans>
          </span>
        )}
        {boosted && (
          <span className="badge round">
            <Zap className="i" aria-hidden="true" />
            <Trans>Boosted: asked to be shown</Trans>
          </span>
        )}
      </div>
    </header>
  )
}

function Chips({ person, links }: Pick<Props, 'person' | 'links'>) {
  const words = useWords()
  const mine = useSession(({ user }) => user)
  const shared = new Set(mine?.interests.map((each) => each.toLowerCase()))
  const intention = words.intention(person.intention)
  const chip = (text: string, both: boolean) => (
    <span key={text} className={`chip ${both ? 'shared' : ''}`}>
      {both && <Check size={16} aria-hidden="true" />}
      {text}
      {both && (
        <span className="sr">
          {' '}
          <Trans>like you</Trans>
        </span>
      )}
    </span>
  )
  return (
    <section className="grid gap-3">
      <div className="chips">
        {person.gender && chip(words.gender(person.gender) ?? '', false)}
        {intention && chip(intention, mine?.intention === person.intention)}
        {person.interests.map((each) => chip(each, shared.has(each.toLowerCase())))}
        {words.basics(person.basics).map((each) => chip(each, false))}
        {person.languages.length > 0 && chip(person.languages.join(', '), false)}
      </div>
      {links}
    </section>
  )
}
