import type { ListedPerson, OwnUser } from '@kindred/contract/profiles/users'
import { About } from '../people/about.tsx'
import { mediaClass, personClass } from '../people/classes.ts'
import { Photos } from '../people/photos.tsx'

export default function AsSeen({ user }: { user: OwnUser }) {
  const { hideAge, showLastActive } = user.settings
  const pictures = user.pictures.filter(({ review, audience }) => review === 'shown' && audience === 'everyone')
  const person: ListedPerson = {
    ...user,
    voice: user.voice?.review === 'shown' ? user.voice : null,
    age: hideAge ? null : user.age,
    isOnline: showLastActive && user.isOnline,
    lastActive: showLastActive ? user.lastActive : null,
    distance: null,
    distanceFormatted: null,
    compatibilityScore: null,
  }
  return (
    <article className={personClass}>
      <div className={mediaClass}>
        <Photos pictures={pictures} name={user.firstName} />
      </div>
      <About person={person} interval={null} reasons={[]} isOwn />
    </article>
  )
}
