import type { ListedPerson } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { BadgeCheck, UserRound } from 'lucide-react'
import { toPerson } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Photo } from '../people/photo.tsx'
import { useShared } from '../people/openers.ts'
import { useWords } from '../people/words.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { photoClass } from '../../ui/classes.ts'
import { peopleGridClass } from '../people/classes.ts'

/** A reason to look, where there is one. */
function SharedInterest({ person }: { person: ListedPerson }) {
  const { t } = useLingui()
  const [shared] = useShared(person)
  const words = useSuggestedWords()
  if (!shared) return null
  const what = words.interestWithin(shared)
  return <span className="min-w-0 text-small wrap-anywhere text-positive">{t`You both like ${what}`}</span>
}

export const PeopleGrid = ({ people }: { people: readonly ListedPerson[] }) => (
  <ul className={peopleGridClass}>
    {people.map((person) => (
      <li key={person._id} className="min-w-0">
        <Tile person={person} />
      </li>
    ))}
  </ul>
)

export function Tile({ person }: { person: ListedPerson }) {
  const words = useWords()
  const [first] = person.pictures
  return (
    <Link
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 text-inherit no-underline"
      {...toPerson(person._id)}
    >
      <span className={`${photoClass} rounded-lg! shadow-none!`}>
        {first ? (
          <Photo picture={first} sizes="(min-width: 40rem) 16rem, 45vw" />
        ) : (
          <span className="grid h-full place-items-center text-muted">
            <UserRound size={64} />
          </span>
        )}
      </span>
      <span className="flex items-baseline gap-2">
        <b className="min-w-0 truncate font-bold" dir="auto">
          {person.firstName}
        </b>
        <span>{person.age}</span>
        {person.photoChecked && <BadgeCheck size={16} className="self-center text-positive" />}
      </span>
      <span className="text-small text-muted min-w-0 truncate" dir="auto">
        {words.place(person)}
      </span>
      <SharedInterest person={person} />
      {person.visiting && <span className="text-small text-muted min-w-0 truncate">{words.visiting(person)}</span>}
    </Link>
  )
}
