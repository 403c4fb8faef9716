import type { ListedPerson } from '@kindred/contract/profiles/users'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, UserRound } from 'lucide-react'
import { toPerson } from '../../paths.ts'
import { Photo } from '../people/photo.tsx'
import { useWords } from '../people/words.ts'

/** People side by side; each leads to their profile. */
export const PeopleGrid = ({ people }: { people: readonly ListedPerson[] }) => (
  <ul className="peoplegrid">
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
    <Link className="tile" {...toPerson(person._id)}>
      <span className="photo">
        {first ? (
          <Photo picture={first} size="medium" />
        ) : (
          <span className="grid h-full place-items-center text-muted">
            <UserRound size={64} aria-hidden="true" />
          </span>
        )}
      </span>
      <span className="top">
        <b className="trunc" dir="auto">
          {person.firstName}
        </b>
        <span className="num">{person.age}</span>
        {person.photoChecked && <BadgeCheck size={16} className="self-center text-positive" aria-hidden="true" />}
        {person.compatibilityScore !== null && (
          <span className="num ml-auto font-bold text-positive">{person.compatibilityScore}</span>
        )}
      </span>
      <span className="small muted trunc">{words.place(person)}</span>
    </Link>
  )
}
