import { useQuery } from '@tanstack/react-query'
import { likesQuery } from '../../api/member-queries.ts'
import { PeopleGrid } from '../discover/people-grid.tsx'

const MOST = 6

/** People who like the member, shown right after the payment for Premium. */
export default function Likers() {
  const { data } = useQuery({ ...likesQuery, refetchOnMount: 'always' })
  const people = data?.data.people ?? []
  if (people.length === 0) return null
  return (
    <div className="w-full">
      <PeopleGrid people={people.slice(0, MOST).map(({ user }) => user)} />
    </div>
  )
}
