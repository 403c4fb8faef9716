import type { ListedPerson, OwnUser } from '@kindred/contract/profiles/users'
import { mediaClass, personClass } from '../people/classes.ts'
import { Cover } from '../people/cover.tsx'
import { Story } from '../people/story.tsx'

export default function AsSeen({ user }: { user: OwnUser }) {
  const { hideAge, showLastActive } = user.settings
  const person: ListedPerson = {
    ...user,
    pictures: user.pictures.filter(({ review, audience }) => review === 'shown' && audience === 'everyone'),
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
        <Cover person={person} />
      </div>
      <Story person={person} interval={null} reasons={[]} isOwn />
    </article>
  )
}
